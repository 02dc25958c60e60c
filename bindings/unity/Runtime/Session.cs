using System;

namespace Kansetsu
{
    /// <summary>Poses one body: targets and pins in, a pose and a report out. One thread at a time may use it.</summary>
    public sealed class Session : IDisposable
    {
        private ulong handle;
        private readonly byte[] error = new byte[Native.ErrorSize];

        public Session(Rig rig) : this(rig, Options.Default) { }

        public Session(Rig rig, Options options)
        {
            Check(Native.ks_session_create(rig.Handle, ref options, out handle, error));
        }

        /// <summary>The session of a request as JSON.</summary>
        public Session(Rig rig, string request)
        {
            Check(Native.ks_session_from_request(rig.Handle, Text.Bytes(request), out handle, error));
        }

        public void SetOptions(Options options) { Check(Native.ks_session_set_options(handle, ref options, error)); }
        public void SetTarget(int joint, Target target) { Check(Native.ks_session_set_target(handle, (uint)joint, ref target, error)); }
        public void AddTarget(int joint, Target target) { Check(Native.ks_session_add_target(handle, (uint)joint, ref target, error)); }
        public void Pin(int joint) { Check(Native.ks_session_pin(handle, (uint)joint, error)); }
        public void PinPosition(int joint) { Check(Native.ks_session_pin_position(handle, (uint)joint, error)); }
        public void PinTo(int joint, Target target) { Check(Native.ks_session_pin_to(handle, (uint)joint, ref target, error)); }
        public void Release(int joint) { Check(Native.ks_session_release(handle, (uint)joint, error)); }
        public void Clear() { KansetsuException.Check(Native.ks_session_clear(handle)); }
        public void Reset() { KansetsuException.Check(Native.ks_session_reset(handle)); }

        /// <summary>Finds one pose that meets the targets.</summary>
        public Report Solve(float[] pose, int steps = 200)
        {
            var report = Native.ks_report_default();
            Check(Native.ks_session_solve(handle, pose, (UIntPtr)(uint)pose.Length, (uint)steps, ref report, error));
            return report;
        }

        /// <summary>Continues from the pose toward the targets: one frame of a game.</summary>
        public Report Step(float[] pose, int steps = 20)
        {
            var report = Native.ks_report_default();
            Check(Native.ks_session_step(handle, pose, (UIntPtr)(uint)pose.Length, (uint)steps, ref report, error));
            return report;
        }

        /// <summary>The next frame of a motion, which `pose` holds: it is replaced by the pose that meets the targets.</summary>
        public Report Follow(float[] pose, int steps = 20)
        {
            var report = Native.ks_report_default();
            Check(Native.ks_session_follow(handle, pose, pose, (UIntPtr)(uint)pose.Length, (uint)steps, ref report, error));
            return report;
        }

        /// <summary>The residuals of targets and pins in a pose.</summary>
        public Report Measure(float[] pose)
        {
            var report = Native.ks_report_default();
            Check(Native.ks_session_measure(handle, pose, (UIntPtr)(uint)pose.Length, ref report, error));
            return report;
        }

        /// <summary>The report of a target or a pin in the last call: targets first, then pins and planted feet.</summary>
        public TargetReport ReportOf(int index)
        {
            var report = Native.ks_target_report_default();
            Check(Native.ks_session_target_report(handle, (uint)index, ref report, error));
            return report;
        }

        /// <summary>An active limit in the last call, from index 0 to `activeLimitCount` of the report.</summary>
        public ActiveLimit ActiveLimitOf(int index)
        {
            var limit = Native.ks_active_limit_default();
            Check(Native.ks_session_active_limit(handle, (uint)index, ref limit, error));
            return limit;
        }

        public void Dispose()
        {
            if (handle != 0) Native.ks_session_free(handle);
            handle = 0;
            GC.SuppressFinalize(this);
        }

        ~Session()
        {
            if (handle != 0) Native.ks_session_free(handle);
        }

        private void Check(int code) { KansetsuException.Check(code, error); }
    }
}
