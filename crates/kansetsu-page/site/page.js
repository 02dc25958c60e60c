// Loads the studio, shows the progress, and reports errors. docs/reference/script-api.md describes window.kansetsu.

import { film, films, pick, read, save } from "./files.js?build={build}";
import { Keeper } from "./keeper.js?build={build}";
import { focus, isLab, labState, openLab } from "./lab.js?build={build}";
import { mirror } from "./mirror.js?build={build}";

const { version, build, wasmBytes } = document.body.dataset;
const canvas = document.getElementById("studio");
const cover = document.getElementById("cover");
const message = document.getElementById("message");
const progress = document.getElementById("progress");
const reload = document.getElementById("reload");

const english = {
    loading: "Loading …",
    starting: "Starting …",
    noWasm: "This browser does not support WebAssembly. Update it or try another browser.",
    noGraphics:
        "3D graphics are not available (neither WebGPU nor WebGL 2).\nTurn on hardware acceleration, or try another browser.",
    failed: "Kansetsu did not load. Reload to try again.",
    lost: "The connection to the graphics card was lost.\nYour work is saved. Reload to continue.",
    lostUnsaved: "The connection to the graphics card was lost.\nThe browser's storage is full, so your work was not saved.",
    crashed: "Kansetsu crashed.\nReload to continue from the last autosave.",
    reload: "Reload",
};
const japanese = {
    loading: "読み込み中…",
    starting: "起動中…",
    noWasm: "このブラウザーは WebAssembly に対応していません。更新するか、別のブラウザーをお試しください。",
    noGraphics:
        "このブラウザーでは 3D グラフィックス(WebGPU、WebGL 2)が使えません。\nハードウェアアクセラレーションを有効にするか、別のブラウザーをお試しください。",
    failed: "Kansetsu を読み込めませんでした。再読み込みしてください。",
    lost: "グラフィックスカードとの接続が失われました。\n作業内容は保存済みです。再読み込みすると続けられます。",
    lostUnsaved: "グラフィックスカードとの接続が失われました。\nブラウザーの保存領域がいっぱいで、作業内容を保存できませんでした。",
    crashed: "Kansetsu が異常終了しました。\n再読み込みすると、最後の自動保存から続けられます。",
    reload: "再読み込み",
};
const words = navigator.language.toLowerCase().startsWith("ja") ? japanese : english;
document.documentElement.lang = words === japanese ? "ja" : "en";
message.textContent = words.loading;
reload.textContent = words.reload;
reload.addEventListener("click", () => location.reload());

let isRunning = false;

function tell(text, detail = "") {
    message.textContent = detail ? `${text}\n${detail}` : text;
    progress.hidden = true;
    reload.hidden = false;
    cover.classList.toggle("over", isRunning);
    cover.hidden = false;
    reload.focus();
}

function hasGraphics() {
    return "gpu" in navigator || document.createElement("canvas").getContext("webgl2") !== null;
}

// The storage key for the version that this browser has loaded before.
const LOADED = "kansetsu.loaded";

function wasLoaded() {
    try {
        return localStorage.getItem(LOADED) === build;
    } catch {
        return false;
    }
}

function noteLoaded() {
    try {
        localStorage.setItem(LOADED, build);
    } catch {
        // Without storage the bytes are counted again next time.
    }
}

// The program's bytes, counted as they arrive. A response from the browser's cache is not counted:
// only an untouched response keeps the compiled program with it.
async function fetchProgram() {
    const response = await fetch(`kansetsu_bg.wasm?build=${build}`);
    if (!response.ok) {
        throw new Error(`kansetsu_bg.wasm: ${response.status}`);
    }
    if (wasLoaded()) {
        progress.removeAttribute("value");
        return response;
    }
    let seen = 0;
    const counter = new TransformStream({
        transform(chunk, controller) {
            seen += chunk.byteLength;
            progress.value = seen / Number(wasmBytes);
            controller.enqueue(chunk);
        },
    });
    return new Response(response.body.pipeThrough(counter), { headers: { "Content-Type": "application/wasm" } });
}

function watch(studio, keeper) {
    canvas.addEventListener("webglcontextlost", (event) => {
        event.preventDefault();
        lose(studio, keeper);
    });
    canvas.addEventListener("kansetsu-lost", () => lose(studio, keeper));
    window.addEventListener("pagehide", () => leave(studio, keeper));
    // A hidden tab may never be shown again, without any further event.
    document.addEventListener("visibilitychange", () => document.hidden && leave(studio, keeper));
    window.addEventListener("hashchange", () => studio.open_link(location.hash));
    window.addEventListener("error", (event) => {
        if (event.error instanceof WebAssembly.RuntimeError) {
            tell(words.crashed);
        }
    });
}

// The poses of the library load while the user looks at the first picture.
async function loadPoses(studio) {
    try {
        const response = await fetch(`poses.json?build=${build}`);
        if (!response.ok) {
            throw new Error(`poses.json: ${response.status}`);
        }
        studio.load_poses(await response.text());
    } catch (error) {
        console.error(error);
        studio.load_poses("");
    }
}

async function lose(studio, keeper) {
    const isKept = tryToKeep(studio) && (await keeper.settled());
    tell(isKept ? words.lost : words.lostUnsaved);
}

function leave(studio, keeper) {
    tryToKeep(studio);
    keeper.flush();
}

// Returns whether the work is being stored where this tab finds it after a reload.
function tryToKeep(studio) {
    try {
        return studio.keep();
    } catch {
        return false;
    }
}

// The state of the studio, with the size of its memory and the state of the open lab.
function told(studio, memory) {
    const state = JSON.parse(studio.state());
    state.page.memory = memory.buffer.byteLength;
    return { ...state, lab: labState() };
}

// The studio, once it runs.
let run;
const running = new Promise((done) => (run = done));

// Messages from the lab to the studio, delivered when the studio runs.
const fromLab = {
    speak: (language) => running.then((studio) => studio.speak(language)),
    fail: () => running.then((studio) => studio.tell_lab_failed()),
};

function lab(fragment, language, look, humanoid) {
    openLab({ fragment, language, look, humanoid }, fromLab);
}

async function start() {
    if (typeof WebAssembly !== "object") {
        return tell(words.noWasm);
    }
    if (!hasGraphics()) {
        return tell(words.noGraphics);
    }
    // A link to the lab opens it at once; the studio follows.
    const opensLab = isLab(location.hash) && (await openLab({ fragment: location.hash, language: navigator.language, look: "" }, fromLab));
    const [studio, program, keeper] = await Promise.all([import(`./kansetsu.js?build=${build}`), fetchProgram(), Keeper.open()]);
    const { memory } = await studio.default({ module_or_path: program });
    performance.mark("the program was compiled");
    message.textContent = words.starting;
    const backend = new URLSearchParams(location.search).get("backend") ?? "";
    studio.reflect(mirror(canvas, studio.act));
    await studio.start(canvas, backend, opensLab ? "" : location.hash, keeper, { save, pick, read, film, films, lab });
    performance.mark("the studio had started");
    isRunning = true;
    run(studio);
    watch(studio, keeper);
    window.kansetsu = Object.freeze({
        version,
        state: () => told(studio, memory),
        pixel: (joint) => Array.from(studio.pixel(joint) ?? []),
        place: (name) => Array.from(studio.place(name) ?? []),
        project: () => studio.project(),
        open: (text) => studio.open(text),
        run: (command) => studio.run(command),
        give: (name, bytes) => studio.give(name, bytes),
        film: (width, height) => studio.film(width, height),
        answer: () => studio.answer(),
        keep: () => studio.keep() && keeper.settled(),
    });
    noteLoaded();
    cover.hidden = true;
    focus();
    document.body.dataset.ready = "true";
    loadPoses(studio);
}

start().catch((error) => {
    console.error(error);
    tell(String(error).includes("adapter") ? words.noGraphics : words.failed, String(error?.message ?? error));
});
