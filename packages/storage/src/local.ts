import { constants, type Dirent } from "node:fs";
import { mkdir, open, opendir, rename, rm, rmdir, stat, unlink, type FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { unavailable } from "@colophon/model/errors";
import { codeOf, nullOn } from "./failures.ts";
import { DERIVATIVES } from "./keys.ts";
import { checkKey, type ByteRange, type Storage, type StoredKey } from "./port.ts";

const CHUNK_BYTES = 64 * 1024;
const MISSING = new Set(["ENOENT", "ENOTDIR", "ELOOP", "EISDIR"]);
const STAGING = "tmp";
const ENTRIES_AT_ONCE = 50_000;

interface LocalOptions {
  readonly folder: string;
  /** How many entries of a folder are sorted at once. */
  readonly entriesAtOnce?: number;
}

/** Stores objects as files under one folder. A file gets its name only after all of it is on the disk. */
export function createLocalStorage({ folder, entriesAtOnce = ENTRIES_AT_ONCE }: LocalOptions): Storage {
  const stagingFolder = join(folder, STAGING);
  const pathOf = (key: string): string => join(folder, checkKey(key));

  return {
    place: `the folder ${folder}`,
    stagingFolder,
    fileOf: pathOf,

    async open() {
      await mkdir(stagingFolder, { recursive: true, mode: 0o700 });
    },

    async read(key, range) {
      const handle = await openExisting(pathOf(key));
      if (!handle) return null;
      return readFrom(handle, range).catch(async (error: unknown) => {
        await handle.close();
        throw unavailable(error);
      });
    },

    async write(key, file) {
      const path = pathOf(key);
      try {
        await flush(file, constants.O_RDWR);
        await moveTo(path, file);
        if (!key.startsWith(DERIVATIVES)) await flush(dirname(path), constants.O_RDONLY); // a lost derivative is made again
      } catch (error) {
        throw unavailable(error);
      }
    },

    async stat(key) {
      const facts = await nullOn(MISSING, stat(pathOf(key)));
      return facts?.isFile() ? { size: facts.size, modifiedAt: facts.mtime } : null;
    },

    async remove(key) {
      const path = pathOf(key);
      await nullOn(MISSING, unlink(path));
      await rmdir(dirname(path)).catch(() => undefined); // only an empty one is removed
    },

    list: (prefix) => listFolder(folder, prefix),

    listInOrder: (prefix, after) => listFolderInOrder(join(folder, prefix), { prefix, after, entriesAtOnce }),

    async removeUnfinished(before) {
      let removed = 0;
      for await (const { path, modifiedAt } of filesIn(stagingFolder, "")) {
        if (modifiedAt >= before) continue;
        await rm(path, { force: true });
        removed++;
      }
      return removed;
    },

    close: () => undefined,
  };
}

async function openExisting(path: string): Promise<FileHandle | null> {
  return nullOn(MISSING, open(path, constants.O_RDONLY | constants.O_NOFOLLOW));
}

/** Creates the folder if it is missing, again if the removal of its last file has removed it just before the move. */
async function moveTo(path: string, file: string, tries = 3): Promise<void> {
  try {
    await rename(file, path);
  } catch (error) {
    if (codeOf(error) !== "ENOENT" || tries === 0) throw error;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await moveTo(path, file, tries - 1);
  }
}

async function readFrom(handle: FileHandle, range: ByteRange | undefined) {
  const facts = await handle.stat();
  if (!facts.isFile()) {
    await handle.close();
    return null;
  }
  const { start, end } = range ?? { start: 0, end: facts.size - 1 };
  const body = handle.createReadStream({ start, end: Math.max(start, end), highWaterMark: CHUNK_BYTES });
  return { body, size: Math.max(0, Math.min(end, facts.size - 1) - start + 1) };
}

/** Waits until a file, or the names in a folder, are on the disk. */
async function flush(path: string, flags: number): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* listFolder(root: string, prefix: string): AsyncGenerator<StoredKey> {
  for await (const { name, size, modifiedAt } of filesIn(join(root, prefix), prefix)) {
    if (!name.startsWith(`${STAGING}/`)) yield { key: name, size, modifiedAt };
  }
}

async function* listFolderInOrder(
  folder: string,
  { prefix, ...range }: { readonly prefix: string; readonly after: string; readonly entriesAtOnce: number },
): AsyncGenerator<StoredKey> {
  const { after, entriesAtOnce } = range;
  for await (const entry of entriesInOrder(folder, entriesAtOnce)) {
    const key = prefix + entry.name;
    const inside = `${key}/`;
    if (entry.isDirectory() && (inside > after || after.startsWith(inside)))
      yield* listFolderInOrder(join(folder, entry.name), { ...range, prefix: inside });
    const facts = entry.isFile() && key > after ? await nullOn(MISSING, stat(join(folder, entry.name))) : null;
    if (facts) yield { key, size: facts.size, modifiedAt: facts.mtime };
  }
}

/** The entries of a folder by their names. The folder is read again for each part, so that memory doesn't grow with it. */
async function* entriesInOrder(folder: string, atOnce: number): AsyncGenerator<Dirent> {
  for (let after = ""; ;) {
    const part = await firstEntries(folder, after, atOnce);
    yield* part;
    if (part.length < atOnce) return;
    after = part.at(-1)?.name ?? "";
  }
}

/** The first entries after a name. */
async function firstEntries(folder: string, after: string, count: number): Promise<Dirent[]> {
  const first = (entries: readonly Dirent[]): Dirent[] => entries.toSorted((a, b) => (a.name < b.name ? -1 : 1)).slice(0, count);
  let found: Dirent[] = [];
  const entries = await nullOn(MISSING, opendir(folder));
  if (!entries) return found;
  for await (const entry of entries) {
    if (entry.name > after) found.push(entry);
    if (found.length === 2 * count) found = first(found);
  }
  return first(found);
}

interface Found {
  readonly name: string;
  readonly path: string;
  readonly size: number;
  readonly modifiedAt: Date;
}

async function* filesIn(folder: string, prefix: string): AsyncGenerator<Found> {
  const entries = await nullOn(MISSING, opendir(folder));
  if (!entries) return;
  for await (const entry of entries) yield* filesAt(entry, join(folder, entry.name), prefix + entry.name);
}

async function* filesAt(entry: Dirent, path: string, name: string): AsyncGenerator<Found> {
  if (entry.isDirectory()) yield* filesIn(path, `${name}/`);
  const facts = entry.isFile() ? await nullOn(MISSING, stat(path)) : null; // a link is not created by this storage
  if (facts) yield { name, path, size: facts.size, modifiedAt: facts.mtime };
}
