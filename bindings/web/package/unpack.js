// Compressed bytes in a text.

/**
 * The bytes in a text, base64 of gzip, as a response: a module is compiled while it is unpacked.
 * @param {string} text
 * @param {string} type their media type
 */
export async function unpack(text, type) {
    const { readable, writable } = new DecompressionStream("gzip");
    const writer = writable.getWriter();
    // The reader gets the error of broken data.
    Promise.all([writer.write(bytesOf(text)), writer.close()]).catch(() => {});
    return new Response(readable, { headers: { "Content-Type": type } });
}

function bytesOf(text) {
    if (Uint8Array.fromBase64) {
        return Uint8Array.fromBase64(text);
    }
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < bytes.length; index++) {
        bytes[index] = binary.charCodeAt(index);
    }
    return bytes;
}
