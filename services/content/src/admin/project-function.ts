import type { Log } from "@colophon/runtime";
import { withDeadline } from "../hooks/deadline.ts";
import { runProjectCode } from "../hooks/project-code.ts";

const LIMIT_MS = 2_000;

/** The result of a function of the configuration's `admin`; null if it fails or takes too long, which is logged. */
export async function valueOfFunction<T>(log: Pick<Log, "error">, name: string, call: () => T | Promise<T>): Promise<T | null> {
  const late = () => new Error(`the ${name} took more than ${LIMIT_MS} ms`);
  try {
    return await withDeadline(LIMIT_MS, late, async () => runProjectCode(name, call));
  } catch (error) {
    log.error({ err: error }, `the admin's ${name} function failed`);
    return null;
  }
}

/** A JSON copy without functions; a regular expression becomes its source, or `{ source, flags }` if it has flags besides `u`. */
export function withoutFunctions<T>(value: T): T;
export function withoutFunctions(value: unknown): unknown {
  if (value instanceof RegExp) return /^[du]*$/.test(value.flags) ? value.source : { source: value.source, flags: value.flags };
  if (Array.isArray(value)) return value.filter((item) => typeof item !== "function").map(withoutFunctions);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  const members = Object.entries(value).filter(([, member]) => typeof member !== "function");
  return Object.fromEntries(members.map(([name, member]) => [name, withoutFunctions(member)]));
}
