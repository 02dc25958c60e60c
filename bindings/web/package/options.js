// Options of a session as a request of the library.

import { check, kindOf, number, plain } from "./arguments.js";

/** The request with these options. */
export function requestOf(rig, options) {
    check(typeof options === "object" && options !== null, `options: expected an object, got ${kindOf(options)}`, TypeError);
    const { locked = [], stiffness = {}, ...others } = options;
    check(Array.isArray(locked), `locked: expected an array of joints, got ${kindOf(locked)}`, TypeError);
    for (const [name, value] of Object.entries(others)) {
        if (typeof value === "number") {
            number(`options.${name}`, value);
        }
    }
    const named = (joint, argument) => `#${rig.joint(joint, argument)}`;
    const factors = stiffness instanceof Map ? [...stiffness] : Object.entries(stiffness);
    return {
        message: "request",
        options: plain("options", others),
        locked: locked.map((joint, index) => named(joint, `locked[${index}]`)),
        stiffness: factors.map(([joint, factor]) => [named(joint, "stiffness"), number(`stiffness.${joint}`, factor)]),
    };
}
