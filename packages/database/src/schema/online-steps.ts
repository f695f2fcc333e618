import { statementsOf } from "@colophon/engine";
import type { OnlineStep, TableChange } from "@colophon/engine";
import { unfitValues } from "./refusals.ts";
import type { Session } from "./session.ts";

const TITLES: Record<OnlineStep["kind"], string> = {
  brief: "prepares the table",
  index: "makes an index",
  check: "checks the references",
  fill: "brings the values over",
};

/** Builds all objects that can be built while the site is running. A step can be interrupted at any time; the next run continues it. */
export async function runOnlineSteps(session: Session, changes: readonly TableChange[]): Promise<void> {
  for (const change of changes) {
    for (const step of change.onlineSteps ?? []) {
      await build(session, step, `${change.place}: ${TITLES[step.kind]}`).catch((error: unknown) => {
        throw unfitValues(change, error);
      });
    }
  }
}

async function build(session: Session, step: OnlineStep, title: string): Promise<void> {
  session.watched.begin(title);
  const statements = statementsOf(step);
  if (step.kind === "fill") return fill(session, step.statement, title);
  if (step.kind === "index") return makeIndex(session, statements);
  if (step.kind === "check") return session.withoutLockTimeout(() => inOrder(session, statements));
  return session.transaction(title, () => inOrder(session, statements));
}

async function fill(session: Session, statement: string, title: string): Promise<void> {
  const next = () => session.transaction(title, () => session.run<{ done: number }>(statement));
  while ((await next()).rows[0]?.done);
}

async function inOrder(session: Session, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await session.run(statement);
}

/** Drops an invalid index at once. Otherwise PostgreSQL would update it and enforce its uniqueness. */
async function makeIndex(session: Session, [clear = "", make = ""]: readonly string[]): Promise<void> {
  await session
    .withoutLockTimeout(() => inOrder(session, [clear, make]))
    .catch(async (error: unknown) => {
      await session.client.query(clear).catch(() => undefined);
      throw error;
    });
}
