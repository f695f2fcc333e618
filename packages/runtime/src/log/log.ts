import { traceFields } from "../tracing/trace.ts";
import { destination, pino, stdTimeFunctions, type DestinationStream, type Logger } from "pino";
import { batchLines } from "./line-batch.ts";

export type Log = Logger;

export interface LogOptions {
  readonly name: string;
  readonly level?: string | undefined;
  readonly to?: DestinationStream | undefined;
  /** Whether each line contains its trace, if it has one. */
  readonly traced?: boolean;
}

/**
 * One JSON line per event, on standard output. Log what happened and with which ids; never a header, a body, a query string, a code, a key
 * or an email address: nothing is redacted afterwards.
 */
export function createLog(options: LogOptions): Log {
  return pino(
    {
      name: options.name,
      level: options.level ?? "info",
      base: { name: options.name },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: toLoggedError },
      ...(options.traced === true && { mixin: traceFields }),
    },
    options.to ?? toStandardOutput(),
  );
}

let standardOutput: DestinationStream | undefined;

/** Writes all log lines to standard output, and flushes them before the process ends. */
function toStandardOutput(): DestinationStream {
  if (standardOutput) return standardOutput;
  const lines = batchLines(destination({ dest: 1, sync: false }));
  process.once("exit", () => lines.flushSync());
  return (standardOutput = lines);
}

/** The logged part of an error: never its other properties, which may contain values from the request. */
function toLoggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return { type: name, message, code, stack, cause: cause === undefined ? undefined : toLoggedError(cause) };
}

const AGAIN_MS = 10_000;

/** Passes on a sentence about what a process waits for when it is new, and every 10 s while it comes again. */
export function createReminder(say: (sentence: string) => void, { againMs = AGAIN_MS } = {}): (sentence: string) => void {
  const saidAt = new Map<string, number>();
  return (sentence) => {
    const now = performance.now();
    if (now - (saidAt.get(sentence) ?? -Infinity) < againMs) return;
    saidAt.set(sentence, now);
    say(sentence);
  };
}
