using System;
using System.Collections.Generic;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;

namespace Kansetsu
{
    /// <summary>A skeleton with limits, limbs and humanoid roles. It never changes; several threads may use it.</summary>
    public sealed class Rig : IDisposable
    {
        public const int PoseFloats = 10;
        public const int MatrixFloats = 12;

        internal ulong Handle { get; private set; }

        private Rig(ulong handle) { Handle = handle; }

        /// <summary>Opens a file and the files that it refers to, or "figure:NAME".</summary>
        public static Rig Open(string path)
        {
            Layout.Check();
            var error = new byte[Native.ErrorSize];
            ulong handle;
            KansetsuException.Check(Native.ks_rig_open_path(Text.Bytes(path), out handle, error), error);
            return new Rig(handle);
        }

        /// <summary>Opens a file in memory.</summary>
        public static Rig Open(byte[] bytes, string name)
        {
            Layout.Check();
            var error = new byte[Native.ErrorSize];
            ulong handle;
            KansetsuException.Check(Native.ks_rig_open(bytes, (UIntPtr)(uint)bytes.Length, Text.Bytes(name), out handle, error), error);
            return new Rig(handle);
        }

        /// <summary>
        /// Opens a file in memory with the files that it refers to. `find` returns the bytes of a reference's path, or null if there is no
        /// such file. Its exceptions are thrown.
        /// </summary>
        public static Rig Open(byte[] bytes, string name, Func<string, byte[]> find)
        {
            Layout.Check();
            using (var finder = new Finder(find))
            {
                var error = new byte[Native.ErrorSize];
                ulong handle;
                int code = finder.Open(bytes, name, out handle, error);
                var rig = new Rig(handle);
                if (finder.Thrown != null)
                {
                    rig.Dispose();
                    ExceptionDispatchInfo.Capture(finder.Thrown).Throw();
                }
                KansetsuException.Check(code, error);
                return rig;
            }
        }

        /// <summary>A rig from arrays: parents before children, 10 numbers per joint; `roles` may be null, and so may each of them.</summary>
        public static Rig Create(IList<string> names, int[] parents, float[] rest, IList<string> roles, bool isHumanoid)
        {
            if (parents.Length != names.Count || rest.Length != PoseFloats * names.Count || roles != null && roles.Count != names.Count)
                throw new ArgumentException("there must be one name, parent, role and rest transform for each joint");
            Layout.Check();
            var memory = new List<IntPtr>();
            var pinned = new[] { GCHandle.Alloc(parents, GCHandleType.Pinned), GCHandle.Alloc(rest, GCHandleType.Pinned) };
            try
            {
                var def = Native.ks_rig_def_default();
                def.flags = isHumanoid ? 1u : 0u;
                def.names = Texts(names, memory);
                def.parents = pinned[0].AddrOfPinnedObject();
                def.rest = pinned[1].AddrOfPinnedObject();
                def.roles = roles == null ? IntPtr.Zero : Texts(roles, memory);
                def.joint_count = (uint)names.Count;
                var error = new byte[Native.ErrorSize];
                ulong handle;
                KansetsuException.Check(Native.ks_rig_create(ref def, out handle, error), error);
                return new Rig(handle);
            }
            finally
            {
                foreach (var pin in pinned) pin.Free();
                foreach (var piece in memory) Marshal.FreeHGlobal(piece);
            }
        }

        private static IntPtr Texts(IList<string> texts, List<IntPtr> memory)
        {
            var array = Marshal.AllocHGlobal(IntPtr.Size * Math.Max(texts.Count, 1));
            memory.Add(array);
            for (int i = 0; i < texts.Count; i++)
            {
                var text = IntPtr.Zero;
                if (texts[i] != null)
                {
                    var bytes = Text.Bytes(texts[i]);
                    text = Marshal.AllocHGlobal(bytes.Length);
                    memory.Add(text);
                    Marshal.Copy(bytes, 0, text, bytes.Length);
                }
                Marshal.WriteIntPtr(array, i * IntPtr.Size, text);
            }
            return array;
        }

        public int JointCount { get { return (int)Native.ks_rig_joint_count(Handle); } }

        /// <summary>The name of a joint; null if there is none.</summary>
        public string NameOf(int joint) { return Text.Read(Native.ks_rig_joint_name(Handle, (uint)joint)); }

        public List<string> Warnings
        {
            get
            {
                var all = new List<string>();
                for (string warning; (warning = Text.Read(Native.ks_rig_warning(Handle, (uint)all.Count))) != null;) all.Add(warning);
                return all;
            }
        }

        public int[] Parents
        {
            get
            {
                var parents = new int[JointCount];
                var error = new byte[Native.ErrorSize];
                KansetsuException.Check(Native.ks_rig_parents(Handle, parents, (UIntPtr)(uint)parents.Length, error), error);
                return parents;
            }
        }

        /// <summary>The joint of a name, of a role of VRM 1.0 such as "leftHand", or of "#" and a number.</summary>
        public int Find(string name)
        {
            var error = new byte[Native.ErrorSize];
            uint joint;
            KansetsuException.Check(Native.ks_rig_find_joint(Handle, Text.Bytes(name), out joint, error), error);
            return (int)joint;
        }

        public float[] RestPose()
        {
            var pose = new float[PoseFloats * JointCount];
            var error = new byte[Native.ErrorSize];
            KansetsuException.Check(Native.ks_rig_rest_pose(Handle, pose, (UIntPtr)(uint)pose.Length, error), error);
            return pose;
        }

        /// <summary>Forward kinematics, 12 numbers per joint: the columns X, Y, Z and translation.</summary>
        public float[] Forward(float[] pose)
        {
            var matrices = new float[MatrixFloats * JointCount];
            var error = new byte[Native.ErrorSize];
            KansetsuException.Check(Native.ks_rig_forward(Handle, pose, (UIntPtr)(uint)pose.Length, matrices, error), error);
            return matrices;
        }

        public void Dispose()
        {
            if (Handle != 0) Native.ks_rig_free(Handle);
            Handle = 0;
            GC.SuppressFinalize(this);
        }

        ~Rig()
        {
            if (Handle != 0) Native.ks_rig_free(Handle);
        }
    }

    /// <summary>Compares the structs of this package with those of the library, once.</summary>
    internal static class Layout
    {
        private static bool isChecked;

        internal static void Check()
        {
            if (isChecked) return;
            bool fits = Native.ks_options_default().Size == Marshal.SizeOf(typeof(Options))
                && Native.ks_target_default().Size == Marshal.SizeOf(typeof(Target))
                && Native.ks_report_default().Size == Marshal.SizeOf(typeof(Report))
                && Native.ks_target_report_default().Size == Marshal.SizeOf(typeof(TargetReport))
                && Native.ks_active_limit_default().Size == Marshal.SizeOf(typeof(ActiveLimit))
                && Native.ks_rig_def_default().size == Marshal.SizeOf(typeof(RigDef));
            if (!fits) throw new KansetsuException(Code.Size, "the library and this package have different versions; install matching ones");
            isChecked = true;
        }
    }
}
