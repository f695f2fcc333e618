import type { Readable } from "node:stream";

/** Bytes of a stored object, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** What is being read; the stream is to be consumed or destroyed. */
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
  readonly modifiedAt: Date;
}

/** Where the bytes of assets and of what is made from them lie. Failures to reach it are SERVICE_UNAVAILABLE. */
export interface Storage {
  /** A folder of this machine in which files are made ready before they are written. */
  readonly stagingFolder: string;
  /** Makes ready what has to be there before the first call, such as a folder or a bucket. */
  open(): Promise<void>;
  /** The object, or a part of it; null when there is none. */
  read(key: string, range?: ByteRange): Promise<Stored | null>;
  /** Takes over a finished file from the staging folder. The object is there whole, or not at all. */
  write(key: string, file: string): Promise<void>;
  stat(key: string): Promise<StoredFacts | null>;
  /** Removes an object; one that is not there is no failure. */
  remove(key: string): Promise<void>;
  /** Every object whose key begins with the prefix, which ends in a slash or is empty. */
  list(prefix: string): AsyncIterable<StoredKey>;
  /** Ends writes that were begun before that time and never finished; says how many. */
  removeUnfinished(before: Date): Promise<number>;
  /** The object's own file, where it lies on this machine. Never to be changed. */
  fileOf?(key: string): string;
  close(): void;
}

/** A key is made by the product, never by a caller; this is the last line that says so. */
export function checkKey(key: string): string {
  const sound = /^[\w-]+(?:\/[\w-]+(?:\.[a-z0-9]+)?)+$/.test(key);
  if (!sound) throw new TypeError(`not a storage key: ${key}`);
  return key;
}
