import { idInKey, originalKey } from "@colophon/storage";
import { Refusal } from "../failures.ts";

/** The kind of an archive's entry. */
export type ArchiveEntry =
  | { readonly kind: "manifest" | "end" }
  | { readonly kind: "rows"; readonly table: string }
  | { readonly kind: "media"; readonly key: string };

interface EntryHeader {
  readonly name: string;
  readonly size: number;
  readonly type?: string | null;
}

const MAX_FILES = 5_000_000;
/** Maximum size of entries that are read as a whole. */
const MAX_BYTES = { manifest: 16 * 1024 * 1024, end: 64 * 1024 };
const ORDER = ["manifest", "rows", "media", "end"];

/**
 * Checks the order of an archive's entries: the manifest, the numbered pieces of each table's rows, the files, the end. @returns a function
 * that returns the kind of the next entry. @throws Refusal for an entry that no export has
 */
export function createLayout(): (header: EntryHeader) => ArchiveEntry {
  const pieces = new Map<string, number>();
  const files = new Set<string>();
  let last = "";

  function checkRows(table: string, piece: number): void {
    const expected = pieces.get(table) ?? 0;
    if (piece !== expected)
      throw new Refusal(`The export contains piece ${piece} of the rows of ${table} in the place of piece ${expected}.`);
    pieces.set(table, expected + 1);
  }

  function checkFile(key: string): void {
    if (files.has(key)) throw new Refusal(`The export contains the file ${key} twice.`);
    if (files.size >= MAX_FILES) throw new Refusal(`The export contains more than ${MAX_FILES} files.`);
    files.add(key);
  }

  return function enter({ name, size, type }) {
    if (type !== "file") throw new Refusal(`The export contains ${shown(name)}, which is not a file but a ${shown(type ?? "thing")}.`);
    const entry = entryNamed(name);
    if (entry === null) throw new Refusal(`The export contains ${shown(name)}, which is not part of an export.`);
    const isInOrder = last === "" ? entry.kind === "manifest" : ORDER.indexOf(entry.kind) >= ORDER.indexOf(last);
    const isRepeated = entry.kind === last && (entry.kind === "manifest" || entry.kind === "end");
    if (last === "" && !isInOrder) throw new Refusal("This is not an export: the first entry is not a manifest.");
    if (!isInOrder || isRepeated) throw new Refusal(`The export contains ${shown(name)} after its ${last}.`);
    if (entry.kind === "rows") checkRows(entry.table, pieceOf(name));
    else if (entry.kind === "media") checkFile(entry.key);
    else if (size > MAX_BYTES[entry.kind]) throw new Refusal(`The export contains ${name} with ${size} bytes, which is too large.`);
    last = entry.kind;
    return entry;
  };
}

function entryNamed(name: string): ArchiveEntry | null {
  if (name === "manifest.json") return { kind: "manifest" };
  if (name === "end.json") return { kind: "end" };
  const table = /^rows\/([^/\\]{1,130})\/\d{6,9}\.ndjson$/.exec(name)?.[1];
  if (table !== undefined) return { kind: "rows", table };
  const key = mediaKeyOf(name);
  return key !== null && key === originalKey(idInKey(key) ?? "") ? { kind: "media", key } : null;
}

function pieceOf(name: string): number {
  return Number(/(\d+)\.ndjson$/.exec(name)?.[1]);
}

/** A possibly crafted name, for a terminal: short, and without control characters. */
function shown(name: string): string {
  const printable = name.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, "?");
  return printable.length > 200 ? `${printable.slice(0, 200)}…` : printable;
}

/** The path of a file in the archive. */
export function mediaName(key: string): string {
  return `media/${key}`;
}

/** The storage key of an entry, or null if it isn't such a file. */
export function mediaKeyOf(entryName: string): string | null {
  return entryName.startsWith("media/") ? entryName.slice("media/".length) : null;
}
