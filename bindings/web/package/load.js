// WebAssembly modules from a separate file.

/**
 * What the generated scripts take for a module: the given one, or the file beside this script.
 * @param {unknown} source a URL, a Response, bytes, or a WebAssembly.Module
 * @param {URL} beside the file of the package
 */
export async function moduleOf(source, beside) {
    const given = source ?? beside;
    const isFile = given instanceof URL && given.protocol === "file:";
    if (!isFile) {
        return given;
    }
    // Node.js fetches no files. Bundlers need not look for this module.
    const name = "node:fs/promises";
    const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ name);
    return readFile(given);
}
