using System;
using System.Runtime.InteropServices;

namespace Kansetsu
{
    /// <summary>Hands files of the caller to the library: their bytes stay in place until the next file or <see cref="Dispose"/>.</summary>
    internal sealed class Finder : IDisposable
    {
        // A delegate in a static field lives as long as the library may call it.
        private static readonly FindFile Call = Find;

        private readonly Func<string, byte[]> find;
        private GCHandle bytes;

        internal Exception Thrown { get; private set; }

        internal Finder(Func<string, byte[]> find)
        {
            if (find == null) throw new ArgumentNullException("find");
            this.find = find;
        }

        internal int Open(byte[] file, string name, out ulong rig, byte[] error)
        {
            var self = GCHandle.Alloc(this);
            try
            {
                return Native.ks_rig_open_with(file, (UIntPtr)(uint)file.Length, Text.Bytes(name), Call, GCHandle.ToIntPtr(self), out rig, error);
            }
            finally { self.Free(); }
        }

        [MonoPInvokeCallback(typeof(FindFile))]
        private static int Find(IntPtr context, IntPtr path, out IntPtr address, out UIntPtr length)
        {
            address = IntPtr.Zero;
            length = UIntPtr.Zero;
            var finder = (Finder)GCHandle.FromIntPtr(context).Target;
            try
            {
                var found = finder.find(Text.Read(path));
                if (found == null) return 0;
                finder.Dispose();
                // An empty file has an address too.
                finder.bytes = GCHandle.Alloc(found.Length == 0 ? new byte[1] : found, GCHandleType.Pinned);
                address = finder.bytes.AddrOfPinnedObject();
                length = (UIntPtr)(uint)found.Length;
                return 1;
            }
            catch (Exception exception)
            {
                finder.Thrown = exception;
                return 0;
            }
        }

        public void Dispose()
        {
            if (bytes.IsAllocated) bytes.Free();
        }
    }

    /// <summary>Marks a method that C calls. IL2CPP finds it by its name.</summary>
    [AttributeUsage(AttributeTargets.Method)]
    internal sealed class MonoPInvokeCallbackAttribute : Attribute
    {
        public MonoPInvokeCallbackAttribute(Type type) { }
    }
}
