// Reports of calls; src/report.rs writes their numbers.

/** The outcomes, from the best to the worst. */
export const OUTCOMES = Object.freeze(["reached", "soft_reached", "out_of_reach", "too_close", "limited", "stalled"]);

const BOUNDS = ["min", "max", "swing", "twist_min", "twist_max", "x_min", "x_max", "y_min", "y_max", "z_min", "z_max"];
const HEAD = 7;
const ENTRY = 11;

/** The result of a call, measured by forward kinematics. */
export class Report {
    #rig;
    #numbers;

    /** @internal */
    constructor(rig, pose, numbers) {
        this.#rig = rig;
        this.#numbers = numbers;
        /** The array that the call changed. */
        this.pose = pose;
    }

    /** The worst outcome of all targets and pins. */
    get outcome() {
        return OUTCOMES[this.#numbers[0]];
    }

    /** Whether all targets and pins are reached. */
    get isReached() {
        return this.#numbers[0] === 0;
    }

    /** Whether another step with the same targets changes nothing. */
    get isSettled() {
        return this.#numbers[1] === 1;
    }

    /** Solver steps taken. */
    get steps() {
        return this.#numbers[2];
    }

    /** The number of restarts. */
    get restarts() {
        return this.#numbers[3];
    }

    /** The largest position error of all targets, metres. */
    get distance() {
        let worst = 0;
        for (let index = 0; index < this.#numbers[4]; index++) {
            worst = Math.max(worst, this.#numbers[HEAD + ENTRY * index + 3]);
        }
        return worst;
    }

    /** One entry per target, in the order in which joints received their first target. */
    get targets() {
        return this.#entries(0, this.#numbers[4]);
    }

    /** One entry for each pin and each planted foot. */
    get pins() {
        return this.#entries(this.#numbers[4], this.#numbers[5]);
    }

    /** The active bounds of limits. */
    get activeLimits() {
        const start = HEAD + ENTRY * (this.#numbers[4] + this.#numbers[5]);
        const names = this.#rig.joints;
        return Array.from({ length: this.#numbers[6] }, (_, index) => {
            const [joint, bound] = this.#numbers.slice(start + 2 * index);
            return { joint: names[joint], index: joint, bound: BOUNDS[bound] ?? `edge_${bound - BOUNDS.length}` };
        });
    }

    #entries(first, count) {
        const names = this.#rig.joints;
        return Array.from({ length: count }, (_, index) => {
            const start = HEAD + ENTRY * (first + index);
            const [joint, isReached, outcome, distance, angle] = this.#numbers.slice(start);
            return {
                joint: names[joint],
                index: joint,
                isReached: isReached === 1,
                outcome: OUTCOMES[outcome],
                distance,
                angle,
                target: this.#numbers.slice(start + 5, start + 8),
                reached: this.#numbers.slice(start + 8, start + 11),
            };
        });
    }

    /** Plain data, without the pose. */
    toJSON() {
        const { outcome, distance, targets, pins, activeLimits, steps, restarts, isSettled } = this;
        return { outcome, distance, targets, pins, activeLimits, steps, restarts, isSettled };
    }
}
