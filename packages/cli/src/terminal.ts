import type { Readable, Writable } from "node:stream";

/** The three streams of a command, and whether a person watches. */
export interface Terminal {
  readonly stdin: Readable;
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
}

/** What a command answers, which may be piped: one line on stdout. */
export function print({ stdout }: Terminal, line: string): void {
  stdout.write(`${line}\n`);
}

/** What is told about the work: one line on stderr. */
export function say({ stderr }: Terminal, line: string): void {
  stderr.write(`${line}\n`);
}
