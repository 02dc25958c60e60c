// Shows the lab over the studio, in a frame: its program is loaded when it is opened, and is gone with all that it held when it is left.

const studio = document.getElementById("studio");
let frame;

// Whether what stands behind # in an address leads to the lab.
export function isLab(hash) {
    return /^#?lab(\/|$)/.test(hash);
}

// Opens it. `order` says where, in which language and colours, and with which humanoid; `speak` hears when the user chooses the other language,
// `fail` when the lab could not be loaded or has broken down. Gives whether it runs.
export function openLab(order, { speak, fail }) {
    closeLab();
    return new Promise((done) => {
        const own = document.createElement("iframe");
        const end = () => own === frame && closeLab();
        const failed = (error) => {
            console.error(error);
            end();
            fail();
            done(false);
        };
        const address = location.href.split("#")[0];
        own.id = "lab";
        own.title = "Lab ラボ";
        // The frame goes when its own work of this moment is done.
        own.order = { ...order, address, speak, failed, leave: () => setTimeout(end), started: () => done(true) };
        own.addEventListener("load", () => own.contentDocument?.getElementById("room") ?? failed(new Error("room.html")));
        own.src = "room.html?build={build}";
        frame = own;
        studio.inert = true;
        document.body.append(frame);
    });
}

// Back to the studio.
export function closeLab() {
    if (!frame) {
        return;
    }
    frame.remove();
    frame = undefined;
    if (isLab(location.hash)) {
        history.replaceState(null, "", location.pathname + location.search);
    }
    studio.inert = false;
    focus();
}

// Gives the keys to whichever of the two is seen.
export function focus() {
    (frame?.contentDocument?.getElementById("room") ?? studio).focus();
}

// What it says of itself; nothing when it is not open.
export function labState() {
    return frame?.contentWindow?.kansetsu?.state();
}
