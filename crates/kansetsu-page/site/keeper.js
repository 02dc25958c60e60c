// Keeps work in the browser's own database: files once, records of documents each time that they change. What the database could not take
// in before the page is left goes into the local storage, which takes it at once, as far as there is room.

const NAME = "kansetsu";
const RECORDS = "records";
const FILES = "files";
// Last words in the local storage begin with this.
const LAST = "kansetsu/";
// Each run of the page holds a lock for as long as it lives: its records are nobody's to recover.
const LOCK = "kansetsu/run/";
// Where the tab remembers its run.
const RUN = "kansetsu.run";
// The browser lets go of a lock a moment after its page is gone, milliseconds.
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

// The runs that go on in other tabs; null where the browser does not tell.
async function otherRuns(run, before) {
    if (!navigator.locks) {
        return null;
    }
    await holdForever(run);
    const held = (await navigator.locks.query()).held.map((lock) => lock.name);
    const others = new Set(held.filter((name) => name.startsWith(LOCK)).map((name) => name.slice(LOCK.length)));
    others.delete(run);
    if (others.has(before)) {
        // This tab's own run before the page was loaded again, unless the tab is a copy of one that goes on.
        await navigator.locks
            .request(LOCK + before, { signal: AbortSignal.timeout(MOMENT) }, () => others.delete(before))
            .catch(() => {});
    }
    return others;
}

// This tab's run before the page was loaded again; the tab remembers the new one.
function runBefore(run) {
    try {
        const before = sessionStorage.getItem(RUN) ?? "";
        sessionStorage.setItem(RUN, run);
        return before;
    } catch {
        return "";
    }
}

function lastWords() {
    try {
        const names = Object.keys(localStorage).filter((key) => key.startsWith(LAST));
        return names.map((key) => [key.slice(LAST.length), localStorage.getItem(key)]);
    } catch {
        return [];
    }
}

function unsay(name) {
    try {
        localStorage.removeItem(LAST + name);
    } catch {
        // There is no local storage, so there is nothing in it.
    }
}

export class Keeper {
    // Names the run; no other has the same.
    run = `${Date.now().toString(16)}-${Math.floor(Math.random() * 1e9).toString(16)}`;
    #database = null;
    #texts = new Map();
    #files = new Set();
    #others = null;
    // What the database has not yet taken in.
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
        for (const [name, text] of lastWords()) {
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

    // null where the browser does not tell.
    others() {
        return this.#others && [...this.#others];
    }

    // Keeps a record with the files, [name, bytes], that it needs: all of them or nothing.
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
            unsay(name);
        }
    }

    remove(name) {
        this.#pending.delete(name);
        unsay(name);
        if (this.#database) {
            const write = this.#database.transaction(RECORDS, "readwrite");
            write.objectStore(RECORDS).delete(name);
            write.commit?.();
            this.#finish(write).catch(() => {});
        }
    }

    // The bytes of files; null for one that is not there.
    async read(names) {
        if (!this.#database) {
            return names.map(() => null);
        }
        const store = this.#database.transaction(FILES).objectStore(FILES);
        const blobs = await Promise.all(names.map((name) => result(store.get(name))));
        return Promise.all(blobs.map(async (blob) => (blob ? new Uint8Array(await blob.arrayBuffer()) : null)));
    }

    // Takes away the files that are not among these. Only for a page that is alone: another may be about to refer to them.
    tidy(needed) {
        if (!this.#database || this.#others?.size) {
            return;
        }
        const write = this.#database.transaction(FILES, "readwrite");
        this.#files.forEach((name) => needed.includes(name) || write.objectStore(FILES).delete(name));
        this.#finish(write).catch(() => {});
        this.#files = new Set(needed);
    }

    // Says at once what the database may not take in any more: the page is left.
    lastWord() {
        for (const [name, text] of this.#pending) {
            try {
                localStorage.setItem(LAST + name, text);
            } catch {
                // There is no room; the database has it, if the browser is quick enough.
            }
        }
    }

    // Waits until the database has taken in everything.
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
