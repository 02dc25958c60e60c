// The accessibility tree of a program: an invisible element for each widget that it draws on its canvas, for
// screen readers and other assistive programs. src/mirror.rs writes the widgets.

const WIDGET = "\u001e";
const FIELD = "\u001f";

// Returns the mirror of a canvas. `act(widget, what)` clicks a widget or moves the focus to it.
export function mirror(canvas, act) {
    const layer = document.createElement("div");
    layer.className = "mirror";
    layer.id = `${canvas.id}-widgets`;
    canvas.after(layer);
    canvas.setAttribute("role", "application");
    canvas.setAttribute("aria-owns", layer.id);
    const elements = new Map();
    const create = (widget, role) => {
        const element = document.createElement("div");
        element.id = `${canvas.id}-${widget}`;
        if (role) {
            element.setAttribute("role", role);
            element.tabIndex = -1;
            element.addEventListener("click", () => act(widget, "click"));
            element.addEventListener("focus", () => {
                act(widget, "focus");
                canvas.focus();
            });
        }
        return { element, role, text: "" };
    };
    return {
        show(text, focus) {
            const seen = new Set();
            let last = null;
            for (const line of text ? text.split(WIDGET) : []) {
                const [widget, role] = line.split(FIELD, 2);
                seen.add(widget);
                let known = elements.get(widget);
                if (known?.role !== role) {
                    known?.element.remove();
                    known = create(widget, role);
                    elements.set(widget, known);
                }
                if (known.text !== line) {
                    known.text = line;
                    describe(known.element, line.split(FIELD));
                }
                const place = last ? last.nextSibling : layer.firstChild;
                if (known.element !== place) {
                    layer.insertBefore(known.element, place);
                }
                last = known.element;
            }
            for (const [widget, { element }] of elements) {
                if (!seen.has(widget)) {
                    element.remove();
                    elements.delete(widget);
                }
            }
            set(canvas, "aria-activedescendant", seen.has(focus) ? `${canvas.id}-${focus}` : "");
            nameEntry(canvas);
        },
    };
}

function describe(element, [, role, name, value, checked, expanded, disabled, place]) {
    if (!role) {
        element.textContent = name;
    } else {
        const isNumber = value !== "" && Number.isFinite(Number(value));
        set(element, "aria-label", name);
        set(element, role === "button" ? "aria-pressed" : "aria-checked", checked);
        set(element, "aria-expanded", expanded);
        set(element, "aria-disabled", disabled);
        if (role === "slider" || role === "spinbutton" || role === "progressbar") {
            set(element, "aria-valuenow", isNumber ? value : role === "slider" ? "0" : "");
            set(element, "aria-valuetext", isNumber ? "" : value);
        } else if (role === "textbox") {
            element.textContent = value;
        } else if (value) {
            set(element, "aria-description", value);
        }
    }
    const [left, top, width, height] = place.split(" ").map((pixels) => `${pixels}px`);
    Object.assign(element.style, { left, top, width, height });
}

function set(element, name, value) {
    if (value) {
        element.setAttribute(name, value);
    } else {
        element.removeAttribute(name);
    }
}

// The hidden field that receives typed text has no accessible name yet.
function nameEntry(canvas) {
    const entry = canvas.parentElement.querySelector(":scope > input:not([aria-label])");
    entry?.setAttribute("aria-label", document.documentElement.lang === "ja" ? "文字入力" : "Text entry");
}
