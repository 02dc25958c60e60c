// Checks of arguments. Every error names the argument.

/** Numbers of a pose per joint: translation (3), rotation x y z w (4), scale (3). */
export const FLOATS = 10;

/** Throws unless `holds`. */
export function check(holds, message, Kind = Error) {
    if (!holds) {
        throw new Kind(message);
    }
}

/** What a value is, for errors. */
export function kindOf(value) {
    if (value === null || value === undefined) {
        return String(value);
    }
    return typeof value === "object" ? (value.constructor?.name ?? "Object").replace(/^Object$/, "object") : typeof value;
}

/** A finite number. */
export function number(name, value) {
    check(typeof value === "number", `${name}: expected a number, got ${kindOf(value)}`, TypeError);
    check(Number.isFinite(value), `${name}: expected a finite number, got ${value}`, RangeError);
    return value;
}

/** A list of finite numbers: an array, or a typed array. */
export function numbers(name, value, length) {
    checkList(name, value, length);
    return value instanceof Float32Array || value instanceof Int32Array ? value : Float32Array.from(value);
}

/** Writes a list of finite numbers into a view. */
export function writeNumbers(name, value, length, view, start) {
    checkList(name, value, length);
    for (let index = 0; index < length; index++) {
        view[start + index] = value[index];
    }
}

function checkList(name, value, length) {
    const isList = Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
    if (!isList) {
        throw new TypeError(`${name}: expected ${length} numbers, got ${kindOf(value)}`);
    }
    if (value.length !== length) {
        throw new RangeError(`${name}: expected ${length} numbers, got ${value.length}`);
    }
    for (let index = 0; index < length; index++) {
        if (typeof value[index] !== "number" || !Number.isFinite(value[index])) {
            number(`${name}[${index}]`, value[index]);
        }
    }
}

/** The value of a text in JSON. */
export function parsed(name, text) {
    try {
        return JSON.parse(text);
    } catch (error) {
        throw new SyntaxError(`${name}: ${error.message}`);
    }
}

/** A copy as JSON keeps it: no undefined fields, and null for infinite bounds. */
export function plain(name, value) {
    const keep = (field, found) => {
        check(!Number.isNaN(found), `${name}: ${field} is NaN`, RangeError);
        return found;
    };
    return JSON.parse(JSON.stringify(value, keep));
}

/** A budget of solver steps. */
export function steps(value) {
    check(
        Number.isInteger(value) && value >= 0 && value <= 0xffffffff,
        `steps: expected a whole number of steps, got ${String(value)}`,
        RangeError,
    );
    return value;
}
