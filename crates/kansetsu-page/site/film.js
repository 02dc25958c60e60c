// Films: pictures are packed by the browser's own encoder (W3C, "WebCodecs"). The studio puts them into a file.

// Pictures between two that stand for themselves: two seconds, more or less.
const BETWEEN = 60;
// Bits for each pixel of each picture: flat colours need fewer than a camera's.
const BITS = 0.12;

export class Film {
    #encoder;
    #size;
    #pictures = [];
    #count = 0;
    #error = null;

    // Pixels, both even; pictures each second.
    constructor(width, height, rate) {
        this.#size = [width, height];
        this.#encoder = new VideoEncoder({
            output: (chunk) => {
                const bytes = new Uint8Array(chunk.byteLength);
                chunk.copyTo(bytes);
                this.#pictures.push([Math.round(chunk.timestamp / 1000), chunk.type === "key", bytes]);
            },
            error: (error) => (this.#error = error),
        });
        const bitrate = Math.max(500_000, Math.round(BITS * width * height * rate));
        this.#encoder.configure({ codec: "vp8", width, height, bitrate, framerate: rate });
    }

    // Whether it should be given no more for now.
    get isFull() {
        return this.#encoder.state === "configured" && this.#encoder.encodeQueueSize > 4;
    }

    // A picture, row by row from the top, RGBA without transparency; when it is shown and for how long, microseconds.
    add(pixels, timestamp, duration) {
        if (this.#encoder.state !== "configured") {
            return;
        }
        const [codedWidth, codedHeight] = this.#size;
        const frame = new VideoFrame(pixels, { format: "RGBX", codedWidth, codedHeight, timestamp, duration });
        this.#encoder.encode(frame, { keyFrame: this.#count % BETWEEN === 0 });
        frame.close();
        this.#count += 1;
    }

    // The packed pictures: [milliseconds, whether it stands for itself, bytes].
    async finish() {
        if (this.#encoder.state === "configured") {
            await this.#encoder.flush();
            this.#encoder.close();
        }
        if (this.#error) {
            throw this.#error;
        }
        return this.#pictures;
    }
}
