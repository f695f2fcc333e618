import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

/** The output of the stack's messages and of its processes' log lines. */
export interface Output {
  /** A message of the stack itself. */
  printMessage(text: string): void;
  /** One line that a process printed. */
  printLine(name: string, text: string): void;
}

const NAME_WIDTH = 8;
const LEVELS: Readonly<Record<number, string>> = { 10: "trace", 20: "debug", 30: "info", 40: "warning", 50: "error", 60: "fatal" };
const SHOWN_ELSEWHERE = new Set(["level", "time", "name", "msg", "pid", "hostname"]);

/** Writes to the terminal, each line with the name of its process; JSON log lines are made readable. */
export function createOutput(write: (text: string) => void): Output {
  return {
    printMessage: (text) => write(`${text}\n`),
    printLine(name, text) {
      const entry = text.startsWith("{") ? parse(text) : null;
      const source = typeof entry?.["name"] === "string" ? entry["name"] : name; // a process may run several services
      const readableText = readable(source, text, entry);
      if (readableText !== null) write(`${source.padEnd(NAME_WIDTH)} │ ${readableText}\n`);
    },
  };
}

/** Calls `onLine` with every line of a stream until it ends. */
export function eachLine(stream: Readable | null, onLine: (line: string) => void): void {
  if (stream) createInterface({ input: stream, crlfDelay: Infinity }).on("line", onLine);
}

/**
 * A structured log line in readable form, `warning: upstream away (service=content)`; any other text unchanged. Requests are
 * shown only once, from the gateway's log; health probes are not shown: then null.
 */
function readable(name: string, line: string, entry: Record<string, unknown> | null): string | null {
  if (typeof entry?.["msg"] !== "string") return line;
  if (entry["msg"] === "request" && "status" in entry)
    return name === "gateway" && entry["path"] !== "/api/health" ? requestLine(entry) : null;
  const level = levelOf(entry["level"]);
  const facts = Object.entries(entry).filter(([key]) => !SHOWN_ELSEWHERE.has(key));
  const shown = facts.map(([key, value]) => `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`).join(" ");
  return `${level && level !== "info" ? `${level}: ` : ""}${entry["msg"]}${shown && ` (${shown})`}`;
}

function requestLine({ method, path, status, ms, requestId }: Record<string, unknown>): string {
  return `${status} ${method} ${path} ${ms} ms${Number(status) >= 500 ? ` (requestId=${requestId})` : ""}`;
}

function levelOf(level: unknown): string {
  if (typeof level === "number") return LEVELS[level] ?? `level ${level}`;
  return typeof level === "string" ? level : "";
}

function parse(line: string): Record<string, unknown> | null {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
