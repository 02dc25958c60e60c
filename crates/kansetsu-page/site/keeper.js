// Stores work in the browser's database: each file once, and the records of documents after each
// change. When the tab is left, pending records go into the local storage, which is synchronous, as
// far as there is space.

const NAME = "kansetsu";
const RECORDS = "records";
const FILES = "files";
// The key prefix of such records in the local storage.
const LAST = "kansetsu/";
// Each run of the web app holds a lock while it lives: no other run recovers its records.
const LOCK = "kansetsu/run/";
// The session storage key for the run of this tab.
const RUN = "kansetsu.run";
// The time in which the browser releases the lock of a closed tab, milliseconds.
const MOMENT = 1500;

function openDatabase() {
    return new Promise((done, fail) => {
        const request = indexedDB.open(NAME, 1);
        request.onupgradeneeded = () => [RECORDS, FILES].forEach((name) => request.result.createObjectStore(name));
        request.onsuccess = () => done(request.result);
        request.onerror = () => fail(request.error);
        request.onblocked = () => fail(new Error("blocked"));
    });
}

function result(request) {
    return new Promise((done, fail) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => fail(request.error);
    });
}

function end(transaction) {
    return new Promise((done, fail) => {
        transaction.oncomplete = () => done();
        transaction.onabort = () => fail(transaction.error ?? new Error("aborted"));
    });
}

function holdForever(run) {
    return new Promise((held) => {
        navigator.locks.request(LOCK + run, () => {
            held();
            return new Promise(() => {});
        });
    });
}

// The runs alive in other tabs; null if the browser cannot list locks.
async function otherRuns(run, before) {
    if (!navigator.locks) {
        return null;
    }
    await holdForever(run);
    const held = (await navigator.locks.query()).held.map((lock) => lock.name);
    const others = new Set(held.filter((name) => name.startsWith(LOCK)).map((name) => name.slice(LOCK.length)));
    others.delete(run);
    if (others.has(before)) {
        // This tab's run before the reload, unless the tab is a copy of a live one.
        await navigator.locks
            .request(LOCK + before, { signal: AbortSignal.timeout(MOMENT) }, () => others.delete(before))
            .catch(() => {});
    }
    return others;
}

// Returns this tab's run before the reload, and stores the new one.
function runBefore(run) {
    try {
        const before = sessionStorage.getItem(RUN) ?? "";
        sessionStorage.setItem(RUN, run);
        return before;
    } catch {
        return "";
    }
}

function flushedRecords() {
    try {
        const names = Object.keys(localStorage).filter((key) => key.startsWith(LAST));
        return names.map((key) => [key.slice(LAST.length), localStorage.getItem(key)]);
    } catch {
        return [];
    }
}

function removeFlushed(name) {
    try {
        localStorage.removeItem(LAST + name);
    } catch {
        // Without local storage there are no entries.
    }
}

export class Keeper {
    // The unique name of the run.
    run = `${Date.now().toString(16)}-${Math.floor(Math.random() * 1e9).toString(16)}`;
    #database = null;
    #texts = new Map();
    #files = new Set();
    #others = null;
    // Records that the database has not stored yet.
    #pending = new Map();
    #unfinished = new Set();

    static async open() {
        const keeper = new Keeper();
        const before = runBefore(keeper.run);
        keeper.#others = await otherRuns(keeper.run, before).catch(() => null);
        keeper.#database = await openDatabase().catch(() => null);
        await keeper.#load().catch((error) => console.warn(error));
        return keeper;
    }

    async #load() {
        if (this.#database) {
            const read = this.#database.transaction([RECORDS, FILES]);
            const [names, texts, files] = await Promise.all([
                result(read.objectStore(RECORDS).getAllKeys()),
                result(read.objectStore(RECORDS).getAll()),
                result(read.objectStore(FILES).getAllKeys()),
            ]);
            names.forEach((name, index) => this.#texts.set(name, texts[index]));
            files.forEach((name) => this.#files.add(name));
        }
        for (const [name, text] of flushedRecords()) {
            this.#texts.set(name, text);
            this.write(name, text, []).catch(() => {});
        }
    }

    texts() {
        return [...this.#texts];
    }

    files() {
        return [...this.#files];
    }

    // null if the browser cannot list locks.
    others() {
        return this.#others && [...this.#others];
    }

    // Stores a record with the files that it needs, [name, bytes], in one transaction.
    async write(name, text, files) {
        if (!this.#database) {
            throw new Error("there is no database");
        }
        const write = this.#database.transaction([RECORDS, FILES], "readwrite");
        files.forEach(([file, bytes]) => write.objectStore(FILES).put(new Blob([bytes]), file));
        write.objectStore(RECORDS).put(text, name);
        write.commit?.();
        this.#pending.set(name, text);
        await this.#finish(write);
        if (this.#pending.get(name) === text) {
            this.#pending.delete(name);
            removeFlushed(name);
        }
    }

    remove(name) {
        this.#pending.delete(name);
        removeFlushed(name);
        if (this.#database) {
            const write = this.#database.transaction(RECORDS, "readwrite");
            write.objectStore(RECORDS).delete(name);
            write.commit?.();
            this.#finish(write).catch(() => {});
        }
    }

    // The bytes of files; null for a missing file.
    async read(names) {
        if (!this.#database) {
            return names.map(() => null);
        }
        const store = this.#database.transaction(FILES).objectStore(FILES);
        const blobs = await Promise.all(names.map((name) => result(store.get(name))));
        return Promise.all(blobs.map(async (blob) => (blob ? new Uint8Array(await blob.arrayBuffer()) : null)));
    }

    // Deletes all other files. Only if no other tab is open: it may be about to refer to them.
    tidy(needed) {
        if (!this.#database || this.#others?.size) {
            return;
        }
        const write = this.#database.transaction(FILES, "readwrite");
        this.#files.forEach((name) => needed.includes(name) || write.objectStore(FILES).delete(name));
        this.#finish(write).catch(() => {});
        this.#files = new Set(needed);
    }

    // Stores pending records at once when the tab is left: the database may be too slow.
    flush() {
        for (const [name, text] of this.#pending) {
            try {
                localStorage.setItem(LAST + name, text);
            } catch {
                // The local storage is full; the database stores the record if the browser is quick
                // enough.
            }
        }
    }

    // Waits until the database has stored everything.
    async settled() {
        await Promise.allSettled(this.#unfinished);
        return this.#pending.size === 0;
    }

    async #finish(transaction) {
        const done = end(transaction);
        this.#unfinished.add(done);
        try {
            await done;
        } finally {
            this.#unfinished.delete(done);
        }
    }
}
