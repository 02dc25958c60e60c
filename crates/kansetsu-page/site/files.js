// Gives files to the user and takes them: what only the browser can do.

import { Film } from "./film.js?build={build}";

// Where files were saved, by their names: saving again asks no more.
const places = new Map();

async function place(name, again) {
    if (again && places.has(name)) {
        return places.get(name);
    }
    const handle = await window.showSaveFilePicker({ suggestedName: name });
    places.set(handle.name, handle);
    return handle;
}

// Says how it went: "saved", "downloading" or "given up", and the name.
export async function save(name, bytes, again) {
    const blob = new Blob([bytes]);
    if (!window.showSaveFilePicker) {
        return download(name, blob);
    }
    let handle;
    try {
        handle = await place(name, again);
    } catch (error) {
        // The user closed the picker; or the browser lets nobody pick here, in a frame of another page for example.
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
    // Time enough for the browser to have taken it.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    return ["downloading", name];
}

// What the user chose, each as [name, bytes].
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

// What makes a film of this size, pixels, with so many pictures a second; nothing where the browser cannot.
export function film(width, height, rate) {
    return "VideoEncoder" in window ? new Film(width, height, rate) : undefined;
}

// Whether the browser can make films.
export function films() {
    return "VideoEncoder" in window;
}

// The worker that reads other formats, once there was one to read, and what is waited for.
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
    // It could not be loaded, or has broken down: the next file finds a new one.
    reader.onerror = (event) => {
        waiting.forEach(({ fail }) => fail(new Error(event.message || "the program that reads this format could not be loaded")));
        waiting.clear();
        reader.terminate();
        reader = undefined;
    };
}

// A file of another format as GLB, its warnings, and the names of the files beside it that it needs. Files are [name, bytes];
// `of` is what a motion or the points of a picture are made for, or nothing. A motion that has nothing for it becomes undefined.
export function read(file, beside, of) {
    if (!reader) {
        start();
    }
    const id = count++;
    return new Promise((done, fail) => {
        waiting.set(id, { done, fail });
        reader.postMessage({ id, file, beside, of });
    });
}
