// Solves the requests of a table and prints the bits of the poses: see bindings/c/tests/clients/requests.c.
using System;
using System.Globalization;
using System.IO;
using System.Text;
using Kansetsu;

internal static class Requests
{
    private static void Main(string[] arguments)
    {
        var lines = File.ReadAllLines(arguments[0]);
        int steps = int.Parse(lines[0], CultureInfo.InvariantCulture);
        var output = new StringBuilder();
        Rig rig = null;
        for (int at = 1; at + 2 < lines.Length; at += 3)
        {
            if (at == 1 || lines[at] != lines[at - 3])
            {
                if (rig != null) rig.Dispose();
                rig = Rig.Open(lines[at]);
            }
            using (var session = new Session(rig, lines[at + 1]))
            {
                var words = lines[at + 2].Split(' ');
                var pose = new float[words.Length];
                for (int i = 0; i < words.Length; i++)
                    pose[i] = BitConverter.ToSingle(BitConverter.GetBytes(uint.Parse(words[i], NumberStyles.HexNumber)), 0);
                output.Append((int)session.Solve(pose, steps).outcome);
                foreach (float number in pose)
                    output.Append(' ').Append(BitConverter.ToUInt32(BitConverter.GetBytes(number), 0).ToString("x8"));
                output.Append('\n');
            }
        }
        if (rig != null) rig.Dispose();
        Console.Write(output);
    }
}
