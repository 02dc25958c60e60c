// Saves files to the user's disk and opens them: functions that only the browser has.

import { Film } from "./film.js?build={build}";

// The file handles of saved files, by name: a second save asks no more.
const places = new Map();

async function place(name, again) {
    if (again && places.has(name)) {
        return places.get(name);
    }
    const handle = await window.showSaveFilePicker({ suggestedName: name });
    places.set(handle.name, handle);
    return handle;
}

// Returns the result, "saved", "downloading" or "given up", and the name.
export async function save(name, bytes, again) {
    const blob = new Blob([bytes]);
    if (!window.showSaveFilePicker) {
        return download(name, blob);
    }
    let handle;
    try {
        handle = await place(name, again);
    } catch (error) {
        // The user closed the picker, or the browser allows no picker here, for example in a frame
        // of another page.
        return error.name === "AbortError" ? ["given up", name] : download(name, blob);
    }
    const stream = await handle.createWritable();
    await stream.write(blob);
    await stream.close();
    return ["saved", handle.name];
}

function download(name, blob) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    // Enough time for the browser to read it.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    return ["downloading", name];
}

// The files that the user selected, each as [name, bytes].
export function pick() {
    return new Promise((done) => {
        const input = document.createElement("input");
        input.type = "file";
        input.multiple = true;
        input.addEventListener("cancel", () => done([]));
        input.addEventListener("change", () => {
            const read = async (file) => [file.name, new Uint8Array(await file.arrayBuffer())];
            done(Promise.all([...input.files].map(read)));
        });
        input.click();
    });
}

// A film encoder for this size, pixels, and frame rate; undefined if the browser has none.
export function film(width, height, rate) {
    return "VideoEncoder" in window ? new Film(width, height, rate) : undefined;
}

// Whether the browser can encode films.
export function films() {
    return "VideoEncoder" in window;
}

// The worker that reads and writes other formats, created on first use, and its pending requests.
let reader;
const waiting = new Map();
let count = 0;

function start() {
    reader = new Worker(new URL("reader.js?build={build}", import.meta.url), { type: "module" });
    reader.onmessage = ({ data }) => {
        const { done, fail } = waiting.get(data.id);
        waiting.delete(data.id);
        data.problem === undefined ? done([data.glb, data.warnings, data.used]) : fail(new Error(data.problem));
    };
    // The worker could not be loaded, or has crashed: the next file starts a new one.
    reader.onerror = (event) => {
        waiting.forEach(({ fail }) => fail(new Error(event.message || "the program that reads this format could not be loaded")));
        waiting.clear();
        reader.terminate();
        reader = undefined;
    };
}

// Converts a file of another format to GLB. Returns the bytes, the warnings, and the names of the
// files beside it that it needs. Files are [name, bytes]. `of` is the model for a motion or for
// keypoints, or undefined. A motion that fits no bone of the model yields undefined.
export function read(file, beside, of) {
    return ask({ file, beside, of });
}

// Converts a figure in GLB to the format of this name. `of` is the model that it was read from, or undefined.
// Returns the bytes and the warnings.
export function convert(file, to, of) {
    return ask({ file, to, of });
}

function ask(order) {
    if (!reader) {
        start();
    }
    const id = count++;
    return new Promise((done, fail) => {
        waiting.set(id, { done, fail });
        reader.postMessage({ id, ...order });
    });
}
