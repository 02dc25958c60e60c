// Loads the lab's program in its frame and starts it with the settings of lab.js.

import { mirror } from "./mirror.js?build={build}";

const order = window.frameElement?.order;

async function start() {
    const canvas = document.getElementById("room");
    const room = await import("./kansetsu_room.js?build={build}");
    await room.default({ module_or_path: "kansetsu_room_bg.wasm?build={build}" });
    document.documentElement.lang = order.language;
    room.reflect(mirror(canvas, room.act));
    await room.start(canvas, order);
    window.kansetsu = Object.freeze({ state: () => JSON.parse(room.state()) });
    document.getElementById("cover").hidden = true;
    canvas.focus();
    order.started();
}

if (order) {
    window.addEventListener("error", ({ error }) => error instanceof WebAssembly.RuntimeError && order.failed(error));
    start().catch(order.failed);
} else {
    // The document of the frame was opened directly.
    location.replace("./#lab");
}
