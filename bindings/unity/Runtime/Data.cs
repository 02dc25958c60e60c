// The structs of kansetsu.h. Right-handed, +Y up, metres, radians.
using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Kansetsu
{
    /// <summary>Three numbers.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Float3
    {
        public float x, y, z;
        public Float3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
    }

    /// <summary>A quaternion.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Float4
    {
        public float x, y, z, w;
        public Float4(float x, float y, float z, float w) { this.x = x; this.y = y; this.z = z; this.w = w; }
    }

    public enum Code
    {
        Ok, Null, Handle, Busy, Size, Length, Utf8, Value, Joint, Target, Pose, Rig, File, Json, Unsupported, Internal
    }

    public enum Outcome { Reached, SoftReached, OutOfReach, TooClose, Limited, Stalled }
    public enum Limits { On, Off }
    public enum Root { Auto, Fixed, Rotates, Free }
    public enum Posture { Auto, Given, Uniform, Likely }
    public enum Feet { Planted, Free }
    public enum Balance { On, Off }
    public enum SelfCollision { On, Off }

    /// <summary>The options of a session. Start from <see cref="Default"/>.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Options
    {
        private uint size;
        public Limits limits;
        public Root root;
        public Posture posture;
        public Feet feet;
        public Balance balance;
        public SelfCollision selfCollision;
        public int chainLength;
        public float tolerance;
        public float angleTolerance;
        public float strength;
        public uint restarts;
        private IntPtr locked;
        private IntPtr stiffness;
        private IntPtr solver;
        private uint lockedCount;
        private uint stiffnessCount;
        public float velocityLimit;

        public static Options Default { get { return Native.ks_options_default(); } }
        internal uint Size { get { return size; } }
    }

    [Flags]
    public enum TargetFlags : uint
    {
        None = 0, Position = 1, Orientation = 2, Align = 4, LookAt = 8, Line = 16, Plane = 32, Relative = 64, Pole = 128
    }

    /// <summary>The target of a joint. Start from <see cref="Default"/>.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Target
    {
        private uint size;
        public TargetFlags flags;
        public Float3 position;
        public Float3 region;
        public Float4 orientation;
        public Float3 axis;
        public Float3 direction;
        public Float3 point;
        public Float3 pole;
        public uint relativeTo;
        public float radius;
        public float angle;
        public float weight;

        public static Target Default { get { return Native.ks_target_default(); } }
        public static Target At(float x, float y, float z)
        {
            var target = Default;
            target.flags = TargetFlags.Position;
            target.position = new Float3(x, y, z);
            return target;
        }
        internal uint Size { get { return size; } }
    }

    /// <summary>The report of a call.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Report
    {
        private uint size;
        public Outcome outcome;
        private int isSettled;
        public uint steps;
        public uint restarts;
        public float distance;
        public uint targetCount;
        public uint pinCount;
        public uint activeLimitCount;

        public bool IsSettled { get { return isSettled != 0; } }
        internal uint Size { get { return size; } }
    }

    /// <summary>The result of a target or a pin.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct TargetReport
    {
        private uint size;
        public uint joint;
        public Outcome outcome;
        private int isReached;
        public Float3 target;
        public Float3 reached;
        public float distance;
        public float angle;

        public bool IsReached { get { return isReached != 0; } }
        internal uint Size { get { return size; } }
    }

    /// <summary>A joint at a bound of its limit.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ActiveLimit
    {
        private uint size;
        public uint joint;
        private ulong firstLetters, lastLetters;

        /// <summary>"min", "max", "swing", "twist_min", "twist_max", "x_min" to "z_max", or "edge_" and a number for a reach cone.</summary>
        public string Bound
        {
            get
            {
                var text = new byte[16];
                BitConverter.GetBytes(firstLetters).CopyTo(text, 0);
                BitConverter.GetBytes(lastLetters).CopyTo(text, 8);
                return Encoding.UTF8.GetString(text).TrimEnd('\0');
            }
        }
        internal uint Size { get { return size; } }
    }
}
