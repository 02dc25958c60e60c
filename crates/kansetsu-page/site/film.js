// Films: the browser's own encoder packs frames (W3C, "WebCodecs"). The studio writes them into a
// file.

// Frames between two key frames: about two seconds.
const BETWEEN = 60;
// Bits per pixel of each frame: flat colours need fewer than camera footage.
const BITS = 0.12;

export class Film {
    #encoder;
    #size;
    #pictures = [];
    #count = 0;
    #error = null;

    // The size in pixels, both even, and the frame rate, frames per second.
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

    // Whether the encoder's queue is full.
    get isFull() {
        return this.#encoder.state === "configured" && this.#encoder.encodeQueueSize > 4;
    }

    // A frame, row by row from the top, RGBA without transparency; its time and its duration,
    // microseconds.
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

    // The packed frames: [milliseconds, whether it is a key frame, bytes].
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
