import { tracedCall } from "@colophon/runtime/tracing";
import type { QueryConfig } from "pg";

/** Adds a statement to the trace of its request or job: its text, never its values. */
export function traceStatement<T>({ name, text, values }: QueryConfig, run: () => Promise<T>): Promise<T> {
  return tracedCall(() => {
    const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? "SQL";
    const attributes = {
      "db.system.name": "postgresql",
      "db.operation.name": operation,
      "db.query.text": values && values.length > 0 ? text.trim() : withoutLiterals(text.trim()),
      "cms.statement": name,
    };
    return { name: operation, attributes };
  }, run);
}

/** A text without parameters may contain values, if a project wrote it. */
export function withoutLiterals(text: string): string {
  return text.replaceAll(/'(?:[^']|'')*'|(?<![\w$])\d+(?:\.\d+)?/g, "?");
}
