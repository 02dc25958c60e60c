// Films: pictures are packed by the browser's own encoder (W3C, "WebCodecs") and put into a WebM file.
// Source of the file's layout: IETF RFC 8794 (EBML) and RFC 9559 (Matroska), of which WebM is a part.

// Pictures between two that stand for themselves: two seconds, more or less. A block's time is told in 16 bits from its cluster's.
const BETWEEN = 60;
// Bits for each pixel of each picture: flat colours need fewer than a camera's.
const BITS = 0.12;

export class Film {
    #encoder;
    #size;
    #blocks = [];
    #count = 0;
    #end = 0;
    #error = null;

    // Pixels, both even; pictures each second.
    constructor(width, height, rate) {
        this.#size = [width, height];
        this.#encoder = new VideoEncoder({
            output: (chunk) => {
                const bytes = new Uint8Array(chunk.byteLength);
                chunk.copyTo(bytes);
                this.#blocks.push({ time: Math.round(chunk.timestamp / 1000), isKey: chunk.type === "key", bytes });
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
        this.#end = (timestamp + duration) / 1000;
    }

    // The bytes of the file.
    async finish() {
        if (this.#encoder.state === "configured") {
            await this.#encoder.flush();
            this.#encoder.close();
        }
        if (this.#error) {
            throw this.#error;
        }
        return webm(this.#size, this.#end, this.#blocks);
    }
}

function webm([width, height], duration, blocks) {
    const header = element(0x1a45dfa3, [
        element(0x4286, number(1)), // EBMLVersion
        element(0x42f7, number(1)), // EBMLReadVersion
        element(0x42f2, number(4)), // EBMLMaxIDLength
        element(0x42f3, number(8)), // EBMLMaxSizeLength
        element(0x4282, text("webm")), // DocType
        element(0x4287, number(2)), // DocTypeVersion
        element(0x4285, number(2)), // DocTypeReadVersion
    ]);
    const info = element(0x1549a966, [
        element(0x2ad7b1, number(1_000_000)), // TimestampScale: times are milliseconds
        element(0x4489, float(duration)), // Duration
        element(0x4d80, text("Kansetsu")), // MuxingApp
        element(0x5741, text("Kansetsu")), // WritingApp
    ]);
    const video = element(0xe0, [element(0xb0, number(width)), element(0xba, number(height))]);
    const track = element(0xae, [
        element(0xd7, number(1)), // TrackNumber
        element(0x73c5, number(1)), // TrackUID
        element(0x83, number(1)), // TrackType: video
        element(0x86, text("V_VP8")), // CodecID
        video,
    ]);
    return join([header, element(0x18538067, [info, element(0x1654ae6b, [track]), ...clusters(blocks)])]);
}

// Each begins with a picture that stands for itself.
function clusters(blocks) {
    const groups = [];
    for (const block of blocks) {
        if (block.isKey || groups.length === 0) {
            groups.push([]);
        }
        groups.at(-1).push(block);
    }
    return groups.map((group) => {
        const start = group[0].time;
        const simple = ({ time, isKey, bytes }) => {
            const since = time - start;
            return element(0xa3, [Uint8Array.of(0x81, (since >> 8) & 0xff, since & 0xff, isKey ? 0x80 : 0), bytes]);
        };
        return element(0x1f43b675, [element(0xe7, number(start)), ...group.map(simple)]);
    });
}

function element(id, content) {
    const body = content instanceof Uint8Array ? content : join(content);
    const size = new Uint8Array(8);
    new DataView(size.buffer).setBigUint64(0, BigInt(body.length) | (1n << 56n));
    return join([number(id), size, body]);
}

// A whole number in as many bytes as it takes.
function number(value) {
    const bytes = [];
    for (let rest = value; rest > 0 || bytes.length === 0; rest = Math.floor(rest / 256)) {
        bytes.unshift(rest % 256);
    }
    return Uint8Array.from(bytes);
}

function float(value) {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setFloat64(0, value);
    return bytes;
}

function text(value) {
    return new TextEncoder().encode(value);
}

function join(parts) {
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
        whole.set(part, at);
        at += part.length;
    }
    return whole;
}
