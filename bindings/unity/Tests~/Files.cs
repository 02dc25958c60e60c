// Files that refer to other files, and active limits.
using System;
using System.Text;
using Kansetsu;

internal static class Files
{
    // A skin whose matrix is in a buffer beside the file.
    private const string Gltf =
        "{'asset':{'version':'2.0'},'scene':0,'scenes':[{'nodes':[0]}],'nodes':[{'name':'hip','children':[1]},{'name':'knee'}],"
        + "'buffers':[{'uri':'turn.bin','byteLength':64}],'bufferViews':[{'buffer':0,'byteLength':64}],"
        + "'accessors':[{'bufferView':0,'componentType':5126,'count':1,'type':'MAT4'}],"
        + "'skins':[{'joints':[0],'inverseBindMatrices':0}]}";

    private static void Check(bool holds, string what)
    {
        if (!holds) throw new Exception(what);
    }

    private static Rig Open(Func<string, byte[]> find)
    {
        return Rig.Open(Encoding.UTF8.GetBytes(Gltf.Replace('\'', '"')), "a.gltf", find);
    }

    // The error of a file that cannot be opened names the file or its place.
    private static void IsRefused(Func<string, byte[]> find, string place)
    {
        try { Open(find).Dispose(); }
        catch (KansetsuException error)
        {
            Check(error.Code == Code.File && error.Message.Contains(place), error.Message);
            return;
        }
        throw new Exception("no error that names " + place);
    }

    private static void References()
    {
        var matrix = new byte[64];
        for (int i = 0; i < 4; i++) BitConverter.GetBytes(1f).CopyTo(matrix, 20 * i);
        var paths = "";
        using (var rig = Open(path => { paths += path; GC.Collect(); return matrix; }))
        {
            Check(paths == "turn.bin", "the path of the reference is asked for once");
            Check(rig.JointCount == 2 && rig.NameOf(1) == "knee" && rig.Warnings.Count == 0, "the file opens");
        }
        IsRefused(path => null, "turn.bin");
        IsRefused(path => new byte[0], "buffers[0]");
        IsRefused(path => new byte[8], "buffers[0]");
        try { Open(path => { throw new InvalidOperationException(path); }).Dispose(); }
        catch (InvalidOperationException error)
        {
            Check(error.Message == "turn.bin", "an exception of the caller passes through");
            return;
        }
        throw new Exception("an exception of the caller is lost");
    }

    private static void Limits()
    {
        using (var rig = Rig.Open("figure:mannequin"))
        using (var session = new Session(rig))
        {
            session.SetTarget(rig.Find("leftHand"), Target.At(0, 1.6f, -9));
            var report = session.Solve(rig.RestPose());
            Check(report.activeLimitCount > 0, "an arm behind the body is at a bound");
            for (int i = 0; i < report.activeLimitCount; i++)
            {
                var limit = session.ActiveLimitOf(i);
                Console.WriteLine("{0}: {1}", rig.NameOf((int)limit.joint), limit.Bound);
                Check(limit.Bound.Length > 0, "a bound has a name");
            }
            try { session.ActiveLimitOf((int)report.activeLimitCount); }
            catch (KansetsuException) { return; }
            throw new Exception("an index behind the last limit is accepted");
        }
    }

    private static void Main()
    {
        References();
        Limits();
    }
}
