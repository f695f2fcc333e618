/** How long statements took, for the metrics and for the log. */
import type { ClientBase } from "pg";
import { factsOf } from "../errors/sql-facts.ts";
import type { Log } from "../log.ts";
import { withoutLiterals } from "./trace-statement.ts";

/** One statement that has ended. Its text never contains the values of its parameters. */
export interface StatementFacts {
  readonly name: string | undefined;
  readonly text: string;
  readonly seconds: number;
  readonly outcome: "done" | "failed";
  /** The SQLSTATE of a failure. */
  readonly state?: string | undefined;
}

type Observer = (facts: StatementFacts) => void;

const observers = new WeakMap<ClientBase, Observer>();
const MS = 1_000;
const MAX_TEXT = 2_000;

/** Reports all statements of a client to `observer`. */
export function observeStatements(client: ClientBase, observer: Observer): void {
  observers.set(client, observer);
}

/** Measures a statement, if somebody observes its client. */
export async function measureStatement<T>(
  client: ClientBase,
  about: { readonly name?: string | undefined; readonly text: string },
  run: () => Promise<T>,
): Promise<T> {
  const observer = observers.get(client);
  if (!observer) return run();
  const startedAt = performance.now();
  const report = (outcome: StatementFacts["outcome"], state?: string): void =>
    observer({ name: about.name, text: about.text, seconds: (performance.now() - startedAt) / MS, outcome, state });
  try {
    const result = await run();
    report("done");
    return result;
  } catch (error) {
    report("failed", factsOf(error)?.state);
    throw error;
  }
}

/** Logs a statement that took at least `slowMs`, with the id of its request. @param slowMs - 0 logs none */
export function logSlow(log: Log, slowMs: number, { name, text, seconds }: StatementFacts, requestId: string | undefined): void {
  const ms = Math.round(seconds * MS);
  if (slowMs === 0 || ms < slowMs) return;
  const sql = withoutLiterals(text.trim()).slice(0, MAX_TEXT);
  log.warn({ requestId, ms, statement: name, sql }, "slow statement");
}
