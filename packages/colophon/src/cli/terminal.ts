import type { Readable, Writable } from "node:stream";

/** The three streams of a command, and whether it is interactive. */
export interface Terminal {
  readonly stdin: Readable;
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
}

/** A command's result, which can be piped: one line on stdout. */
export function print({ stdout }: Terminal, line: string): void {
  stdout.write(`${line}\n`);
}

/** A message about the work: one line on stderr. */
export function printMessage({ stderr }: Terminal, line: string): void {
  stderr.write(`${line}\n`);
}
