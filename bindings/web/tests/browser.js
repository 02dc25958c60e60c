// A browser with one tab, driven over the DevTools protocol, and a server of one folder for it.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";

/** Software graphics, no sandbox (CI runs as root), and no background activity of the browser. */
const FLAGS = [
    "--headless",
    "--no-sandbox",
    "--remote-debugging-pipe",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--window-size=840,600",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
];
const NAMES = ["chromium", "chromium-browser", "google-chrome", "chrome"];
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".json": "application/json" };

/** Longest wait for a page, milliseconds: software graphics on a busy machine are slow. */
const PATIENCE = 60_000;

/** The browser of the system; CHROME names another. */
export function findBrowser() {
    const folders = (process.env.PATH ?? "").split(":");
    const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
    const program = process.env.CHROME ?? found;
    if (program === undefined) {
        throw new Error("no browser: install Debian's chromium, or let CHROME name one");
    }
    return program;
}

export class Browser {
    #process;
    #profile;
    #calls = new Map();
    #count = 0;
    #session;
    #rest = "";
    /** Errors and failed loads of the page. */
    faults = [];

    static async start() {
        const browser = new Browser();
        browser.#profile = mkdtempSync(join(tmpdir(), "kansetsu-browser-"));
        const stdio = ["ignore", "ignore", "ignore", "pipe", "pipe"];
        browser.#process = spawn(findBrowser(), [...FLAGS, `--user-data-dir=${browser.#profile}`], { stdio });
        browser.#process.stdio[4].on("data", (data) => browser.#receive(data));
        const { targetId } = await browser.#call("Target.createTarget", { url: "about:blank" });
        const { sessionId } = await browser.#call("Target.attachToTarget", { targetId, flatten: true });
        browser.#session = sessionId;
        await Promise.all(["Page", "Runtime", "Network", "Log"].map((domain) => browser.#call(`${domain}.enable`)));
        return browser;
    }

    async close() {
        const ended = new Promise((resolve) => this.#process.once("exit", resolve));
        // Asked to, it ends its helpers, too; they write into the profile.
        this.#call("Browser.close", {}, null).catch(() => {});
        await ended;
        rmSync(this.#profile, { recursive: true, force: true, maxRetries: 30, retryDelay: 100 });
    }

    async open(url) {
        this.faults.length = 0;
        await this.#call("Page.navigate", { url });
    }

    /** The value of an expression; a promise is awaited. */
    async evaluate(expression) {
        const { result, exceptionDetails } = await this.#call("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
        if (exceptionDetails) {
            throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
        }
        return result.value;
    }

    /** Waits until an expression is true. */
    async until(expression) {
        const end = Date.now() + PATIENCE;
        while (!(await this.evaluate(`Boolean(${expression})`).catch(() => false))) {
            if (Date.now() > end) {
                throw new Error(`the page never had ${expression}: ${this.faults.join("; ") || "no errors"}`);
            }
            await new Promise((resolve) => setTimeout(resolve, 50));
        }
    }

    /** Moves the pointer, CSS pixels. */
    async point(x, y) {
        await this.#call("Input.dispatchMouseEvent", { type: "mouseMoved", x, y });
    }

    /** A picture of the page, PNG. */
    async screenshot() {
        const { data } = await this.#call("Page.captureScreenshot", { format: "png" });
        return Buffer.from(data, "base64");
    }

    #call(method, params = {}, sessionId = this.#session) {
        const id = ++this.#count;
        const message = { id, method, params, ...(sessionId ? { sessionId } : {}) };
        this.#process.stdio[3].write(`${JSON.stringify(message)}\0`);
        return new Promise((resolve, reject) => this.#calls.set(id, { resolve, reject, method }));
    }

    #receive(data) {
        const messages = (this.#rest + data).split("\0");
        this.#rest = messages.pop();
        for (const text of messages) {
            const { id, method, params, result, error } = JSON.parse(text);
            if (id !== undefined) {
                const call = this.#calls.get(id);
                this.#calls.delete(id);
                error ? call.reject(new Error(`${call.method}: ${error.message}`)) : call.resolve(result);
            } else {
                this.#note(method, params);
            }
        }
    }

    #note(method, params) {
        if (method === "Runtime.exceptionThrown") {
            const { exception, text } = params.exceptionDetails;
            this.faults.push(exception?.description ?? text);
        } else if (method === "Log.entryAdded" && params.entry.level === "error" && !params.entry.url?.endsWith("/favicon.ico")) {
            this.faults.push(`${params.entry.text} ${params.entry.url ?? ""}`);
        }
    }
}

/** Serves a folder, and single files at other addresses. */
export async function serve(folder, files = {}) {
    const server = createServer(async (request, response) => {
        const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
        const file = files[path] ?? join(folder, normalize(path));
        try {
            const bytes = await readFile(file);
            response.writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream", "Cache-Control": "no-store" });
            response.end(bytes);
        } catch {
            response.writeHead(404);
            response.end();
        }
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address();
    return { address: `http://127.0.0.1:${port}`, close: () => new Promise((resolve) => server.close(resolve)) };
}
