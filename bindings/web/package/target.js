// Targets as numbers in the module's memory; src/target.rs reads them.

import { check, kindOf, number, writeNumbers } from "./arguments.js";

/** The numbers of a target. */
export const NUMBERS = 25;

const FLAG = { position: 1, rotation: 2, align: 4, lookAt: 8, line: 16, plane: 32, relativeTo: 64, pole: 128 };
const AT = { position: 0, region: 3, rotation: 6, axis: 10, direction: 13, point: 16, pole: 19, radius: 22, angle: 23, weight: 24 };
const FIELDS = ["position", "rotation", "align", "lookAt", "line", "plane", "point", "relativeTo", "radius", "angle", "weight", "pole"];

/** The flags of which a target has one at most. */
const ROTATIONS = FLAG.rotation | FLAG.align | FLAG.lookAt;
const REGIONS = FLAG.line | FLAG.plane;

/** The flags of the target that was written last, and the joint in whose frame it is. */
export const written = { flags: 0, frame: 0 };

/** Writes a target into a view, and its flags into `written`. */
export function writeTarget(target, rig, view) {
    if (typeof target !== "object" || target === null) {
        throw new TypeError(`target: expected an object, got ${kindOf(target)}`);
    }
    view.fill(0);
    view[AT.weight] = 1;
    let flags = 0;
    written.frame = 0;
    for (const field in target) {
        const value = target[field];
        if (value === undefined || value === null) {
            continue;
        }
        flags |= FLAG[field] ?? 0;
        if (field === "relativeTo") {
            written.frame = rig.joint(value, field);
        } else {
            writeField(field, value, view);
        }
    }
    isOne(flags & ROTATIONS);
    isOne(flags & REGIONS);
    written.flags = flags;
}

function writeField(field, value, view) {
    switch (field) {
        case "position":
        case "pole":
        case "point":
            writeNumbers(field, value, 3, view, AT[field]);
            break;
        case "rotation":
            writeNumbers(field, value, 4, view, AT.rotation);
            break;
        case "align":
        case "lookAt":
            check(
                Array.isArray(value) && value.length === 2,
                `${field}: expected an axis and a ${field === "align" ? "direction" : "point"}, two lists of 3 numbers`,
                TypeError,
            );
            writeNumbers(`${field}[0]`, value[0], 3, view, AT.axis);
            writeNumbers(`${field}[1]`, value[1], 3, view, AT.direction);
            break;
        case "line":
        case "plane":
            writeNumbers(field, value, 3, view, AT.region);
            break;
        case "radius":
        case "angle":
        case "weight":
            view[AT[field]] = number(field, value);
            break;
        default:
            throw new TypeError(`target: unknown field "${field}"; a target has ${FIELDS.join(", ")}`);
    }
}

/** Throws if more than one bit is set. */
function isOne(flags) {
    if (flags & (flags - 1)) {
        const set = Object.keys(FLAG).filter((field) => flags & FLAG[field]);
        throw new Error(`target: has ${set.join(" and ")}; give it one of them`);
    }
}
