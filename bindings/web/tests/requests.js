// The requests of the session API: reads the table, solves a row, compares its bits. Runs in Node.js and in pages.

import { OUTCOMES, Session } from "kansetsu";

/** The rows of requests.txt and expected.txt, which the example `write_requests` of kansetsu-c writes. */
export function rowsOf(table, expected) {
    const [steps, ...lines] = table.trimEnd().split("\n");
    const results = expected.trimEnd().split("\n");
    return results.map((result, index) => {
        const [path, request, start] = lines.slice(3 * index, 3 * index + 3);
        const [outcome, ...bits] = result.split(" ");
        return { path, request, start: start.split(" "), steps: Number(steps), outcome: OUTCOMES[outcome], bits: bits.join(" ") };
    });
}

/** What differs from the library, or null. */
export function differenceOf(rig, { request, start, steps, outcome, bits }) {
    const pose = new Float32Array(Uint32Array.from(start, (word) => parseInt(word, 16)).buffer);
    const session = Session.fromRequest(rig, request);
    const report = session.solve(pose, steps);
    session.free();
    const found = Array.from(new Uint32Array(pose.buffer), (word) => word.toString(16).padStart(8, "0")).join(" ");
    if (report.outcome !== outcome) {
        return `the outcome is ${report.outcome}, not ${outcome}`;
    }
    return found === bits ? null : "the pose has other bits";
}
