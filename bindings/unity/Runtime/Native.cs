// The functions of kansetsu.h, which documents them.
using System;
using System.Runtime.InteropServices;

namespace Kansetsu
{
    internal static class Native
    {
#if UNITY_IOS && !UNITY_EDITOR
        private const string Library = "__Internal";
#else
        private const string Library = "kansetsu";
#endif
        // Bytes of ks_error: a code and a text. A byte array needs no marshalling.
        internal const int ErrorSize = 512;

        [DllImport(Library)] internal static extern uint ks_version();
        [DllImport(Library)] internal static extern IntPtr ks_code_name(int code);

        [DllImport(Library)] internal static extern int ks_rig_open(byte[] bytes, UIntPtr length, byte[] name, out ulong rig, byte[] error);
        [DllImport(Library)] internal static extern int ks_rig_open_with(byte[] bytes, UIntPtr length, byte[] name, FindFile find, IntPtr context, out ulong rig, byte[] error);
        [DllImport(Library)] internal static extern int ks_rig_open_path(byte[] path, out ulong rig, byte[] error);
        [DllImport(Library)] internal static extern RigDef ks_rig_def_default();
        [DllImport(Library)] internal static extern int ks_rig_create(ref RigDef def, out ulong rig, byte[] error);
        [DllImport(Library)] internal static extern int ks_rig_free(ulong rig);
        [DllImport(Library)] internal static extern uint ks_rig_joint_count(ulong rig);
        [DllImport(Library)] internal static extern IntPtr ks_rig_joint_name(ulong rig, uint joint);
        [DllImport(Library)] internal static extern IntPtr ks_rig_warning(ulong rig, uint index);
        [DllImport(Library)] internal static extern int ks_rig_parents(ulong rig, int[] parents, UIntPtr count, byte[] error);
        [DllImport(Library)] internal static extern int ks_rig_find_joint(ulong rig, byte[] name, out uint joint, byte[] error);
        [DllImport(Library)] internal static extern int ks_rig_rest_pose(ulong rig, float[] pose, UIntPtr count, byte[] error);
        [DllImport(Library)] internal static extern int ks_rig_forward(ulong rig, float[] pose, UIntPtr count, float[] matrices, byte[] error);

        [DllImport(Library)] internal static extern Options ks_options_default();
        [DllImport(Library)] internal static extern int ks_session_create(ulong rig, ref Options options, out ulong session, byte[] error);
        [DllImport(Library)] internal static extern int ks_session_from_request(ulong rig, byte[] request, out ulong session, byte[] error);
        [DllImport(Library)] internal static extern int ks_session_free(ulong session);
        [DllImport(Library)] internal static extern int ks_session_set_options(ulong session, ref Options options, byte[] error);
        [DllImport(Library)] internal static extern Target ks_target_default();
        [DllImport(Library)] internal static extern int ks_session_set_target(ulong session, uint joint, ref Target target, byte[] error);
        [DllImport(Library)] internal static extern int ks_session_add_target(ulong session, uint joint, ref Target target, byte[] error);
        [DllImport(Library)] internal static extern int ks_session_pin(ulong session, uint joint, byte[] error);
        [DllImport(Library)] internal static extern int ks_session_pin_position(ulong session, uint joint, byte[] error);
        [DllImport(Library)] internal static extern int ks_session_pin_to(ulong session, uint joint, ref Target target, byte[] error);
        [DllImport(Library)] internal static extern int ks_session_release(ulong session, uint joint, byte[] error);
        [DllImport(Library)] internal static extern int ks_session_clear(ulong session);
        [DllImport(Library)] internal static extern int ks_session_reset(ulong session);
        [DllImport(Library)] internal static extern Report ks_report_default();
        [DllImport(Library)] internal static extern TargetReport ks_target_report_default();
        [DllImport(Library)] internal static extern int ks_session_solve(ulong session, float[] pose, UIntPtr count, uint steps, ref Report report, byte[] error);
        [DllImport(Library)] internal static extern int ks_session_step(ulong session, float[] pose, UIntPtr count, uint steps, ref Report report, byte[] error);
        [DllImport(Library)] internal static extern int ks_session_follow(ulong session, float[] motion, float[] pose, UIntPtr count, uint steps, ref Report report, byte[] error);
        [DllImport(Library)] internal static extern int ks_session_measure(ulong session, float[] pose, UIntPtr count, ref Report report, byte[] error);
        [DllImport(Library)] internal static extern int ks_session_target_report(ulong session, uint index, ref TargetReport report, byte[] error);
        [DllImport(Library)] internal static extern ActiveLimit ks_active_limit_default();
        [DllImport(Library)] internal static extern int ks_session_active_limit(ulong session, uint index, ref ActiveLimit limit, byte[] error);
    }

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal delegate int FindFile(IntPtr context, IntPtr path, out IntPtr bytes, out UIntPtr length);

    [StructLayout(LayoutKind.Sequential)]
    internal struct RigDef
    {
        internal uint size;
        internal uint flags;
        internal IntPtr names;
        internal IntPtr parents;
        internal IntPtr rest;
        internal IntPtr limits;
        internal IntPtr roles;
        internal uint joint_count;
        internal uint reserved;
    }
}
