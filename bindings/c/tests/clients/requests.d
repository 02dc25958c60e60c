/// Solves the requests of a table and prints the bits of the poses: see requests.c.
module requests;

import std.algorithm : map;
import std.array : array;
import std.conv : to;
import std.stdio : File, write, writeln, writef;
import std.string : fromStringz, split, toStringz;

import kansetsu;

void check(ref const ks_error error)
{
    if (error.code != KS_OK)
        throw new Exception(error.message.ptr.fromStringz.idup);
}

void main(string[] arguments)
{
    auto lines = File(arguments[1]).byLineCopy.array;
    const steps = lines[0].to!uint;
    ks_rig rig;
    ks_error error;
    string last;
    for (size_t at = 1; at + 2 < lines.length; at += 3)
    {
        if (lines[at] != last)
        {
            ks_rig_free(rig);
            ks_rig_open_path(lines[at].toStringz, &rig, &error);
            check(error);
            last = lines[at];
        }
        ks_session session;
        ks_session_from_request(rig, lines[at + 1].toStringz, &session, &error);
        check(error);
        uint[] bits = lines[at + 2].split.map!(word => word.to!uint(16)).array;
        auto report = ks_report_default();
        ks_session_solve(session, cast(float*) bits.ptr, bits.length, steps, &report, &error);
        check(error);
        write(report.outcome);
        foreach (word; bits)
            writef!" %08x"(word);
        writeln;
        ks_session_free(session);
    }
    ks_rig_free(rig);
}
