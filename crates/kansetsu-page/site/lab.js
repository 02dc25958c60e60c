// Shows the lab in a frame over the studio. Its program is loaded when the lab opens and freed when
// it closes.

const studio = document.getElementById("studio");
const stage = document.getElementById("stage");
let frame;

// Whether the fragment of an address leads to the lab.
export function isLab(hash) {
    return /^#?lab(\/|$)/.test(hash);
}

// Opens the lab and returns whether it runs. `order` sets the lab page, language, colours and
// humanoid. `speak` is called when the user selects the other language, `fail` when the lab could
// not be loaded or has crashed.
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
        // The frame is removed after its current event.
        own.order = { ...order, address, speak, failed, leave: () => setTimeout(end), started: () => done(true) };
        own.addEventListener("load", () => own.contentDocument?.getElementById("room") ?? failed(new Error("room.html")));
        own.src = "room.html?build={build}";
        frame = own;
        stage.inert = true;
        document.body.append(frame);
    });
}

// Closes the lab and returns to the studio.
export function closeLab() {
    if (!frame) {
        return;
    }
    frame.remove();
    frame = undefined;
    if (isLab(location.hash)) {
        history.replaceState(null, "", location.pathname + location.search);
    }
    stage.inert = false;
    focus();
}

// Sets the keyboard focus to the visible one.
export function focus() {
    (frame?.contentDocument?.getElementById("room") ?? studio).focus();
}

// The state of the lab; undefined if it is not open.
export function labState() {
    return frame?.contentWindow?.kansetsu?.state();
}
