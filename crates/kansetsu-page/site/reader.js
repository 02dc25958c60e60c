// The worker that reads and writes other formats, and reads compressed glTF: its program is loaded with the first such file.

import init, { read, read_motion, write } from "./kansetsu_reader.js?build={build}";

const ready = init({ module_or_path: "kansetsu_reader_bg.wasm?build={build}" });

// The file name of a path.
const last = (path) => path.split(/[/\\]/).pop();

self.onmessage = async ({ data: { id, file, beside, of, to } }) => {
    try {
        await ready;
        if (to) {
            const [bytes, ...warnings] = write(file, to, of?.[0], of?.[1] ?? new Uint8Array());
            self.postMessage({ id, glb: bytes, warnings }, [bytes.buffer]);
            return;
        }
        // The names of the files that it refers to.
        const used = [];
        const given = (path) => {
            const [name, bytes] = beside.find(([name]) => last(name) === last(path)) ?? [];
            if (bytes) {
                used.push(name);
            }
            return bytes;
        };
        // Undefined for a motion that fits no bone.
        const [glb, ...warnings] = (of ? read_motion(...of, ...file) : read(...file, given)) ?? [];
        self.postMessage({ id, glb, warnings, used }, glb ? [glb.buffer] : []);
    } catch (error) {
        self.postMessage({ id, problem: String(error?.message ?? error) });
    }
};
