using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Kansetsu
{
    /// <summary>A failed call.</summary>
    public sealed class KansetsuException : Exception
    {
        public Code Code { get; private set; }

        public KansetsuException(Code code, string message) : base(message) { Code = code; }

        internal static void Check(int code, byte[] error)
        {
            if (code == 0) return;
            int end = Array.IndexOf(error, (byte)0, 4);
            throw new KansetsuException((Code)code, Encoding.UTF8.GetString(error, 4, end - 4));
        }

        internal static void Check(int code)
        {
            if (code != 0) throw new KansetsuException((Code)code, Text.Read(Native.ks_code_name(code)));
        }
    }

    /// <summary>Texts of C: UTF-8 that ends with a zero byte.</summary>
    internal static class Text
    {
        internal static byte[] Bytes(string text)
        {
            return text == null ? null : Encoding.UTF8.GetBytes(text + "\0");
        }

        internal static string Read(IntPtr text)
        {
            if (text == IntPtr.Zero) return null;
            int length = 0;
            while (Marshal.ReadByte(text, length) != 0) length++;
            var bytes = new byte[length];
            Marshal.Copy(text, bytes, 0, length);
            return Encoding.UTF8.GetString(bytes);
        }
    }
}
