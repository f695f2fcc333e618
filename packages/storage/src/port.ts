import type { Readable } from "node:stream";

/** A range of bytes of a stored object, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A stored object's content; the stream must be consumed or destroyed. */
export interface Stored {
  readonly body: Readable;
  /** The length of `body` in bytes. */
  readonly size: number;
}

export interface StoredFacts {
  readonly size: number;
  readonly modifiedAt: Date;
}

export interface StoredKey {
  readonly key: string;
  readonly size: number;
  readonly modifiedAt: Date;
}

/** Where a caller may send one object, as a form with these fields before the part `file`. */
export interface DirectTarget {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The parts of a storage that callers can write to themselves. */
export interface DirectStorage {
  /** Allows anybody who has the answer to store an object of exactly that size under the key, until that time. */
  allow(key: string, limits: { readonly size: number; readonly until: Date }): Promise<DirectTarget>;
  /** Copies an object inside the storage. */
  copy(from: string, to: string): Promise<void>;
  /** A secret that only processes with the credentials of this storage know. */
  readonly secret: Buffer;
}

/** The storage of assets and files derived from them. If it is not available, calls throw SERVICE_UNAVAILABLE. */
export interface Storage {
  /** Where it is, for messages: the folder, or the bucket and its server. Never a key. */
  readonly place: string;
  /** A folder on this machine in which files are prepared before they are stored. */
  readonly stagingFolder: string;
  /** Creates what must exist before the first call, such as a folder or a bucket. */
  open(): Promise<void>;
  /** The object, or a part of it; null if it does not exist. */
  read(key: string, range?: ByteRange): Promise<Stored | null>;
  /** Stores a finished file from the staging folder. The object is stored completely, or not at all. */
  write(key: string, file: string): Promise<void>;
  stat(key: string): Promise<StoredFacts | null>;
  /** Removes an object; a missing one is not an error. */
  remove(key: string): Promise<void>;
  /** Every object whose key begins with the prefix, which ends in a slash or is empty. */
  list(prefix: string): AsyncIterable<StoredKey>;
  /** The same in the order of the keys, beginning after one of them. Memory stays bounded, also with millions of objects. */
  listInOrder(prefix: string, after: string): AsyncIterable<StoredKey>;
  /** Aborts unfinished writes that were started before that time; returns how many. */
  removeUnfinished(before: Date): Promise<number>;
  /** Undefined if callers can't write to it. */
  readonly direct?: DirectStorage;
  /** The object's own file, if it is on this machine. Must not be changed. */
  fileOf?(key: string): string;
  close(): void;
}

/** A key comes from the product, never from a caller; this is the last check. */
export function checkKey(key: string): string {
  const sound = /^[\w-]+(?:\/[\w-]+(?:\.[a-z0-9]+)?)+$/.test(key);
  if (!sound) throw new TypeError(`not a storage key: ${key}`);
  return key;
}
