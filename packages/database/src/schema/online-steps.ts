import { statementsOf } from "@colophon/engine";
import type { OnlineStep, TableChange } from "@colophon/engine";
import { unfitValues } from "./refusals.ts";
import type { MigrationConnection } from "./migration-connection.ts";

const TITLES: Record<OnlineStep["kind"], string> = {
  brief: "prepares the table",
  index: "makes an index",
  check: "checks the references",
  fill: "brings the values over",
};

/** Builds all objects that can be built while the site is running. A step can be interrupted at any time; the next run continues it. */
export async function runOnlineSteps(connection: MigrationConnection, changes: readonly TableChange[]): Promise<void> {
  for (const change of changes) {
    for (const step of change.onlineSteps ?? []) {
      await build(connection, step, `${change.configPath}: ${TITLES[step.kind]}`).catch((error: unknown) => {
        throw unfitValues(change, error);
      });
    }
  }
}

async function build(connection: MigrationConnection, step: OnlineStep, title: string): Promise<void> {
  connection.watched.begin(title);
  const statements = statementsOf(step);
  if (step.kind === "fill") return fill(connection, step.statement, title);
  if (step.kind === "index") return makeIndex(connection, statements);
  if (step.kind === "check") return connection.withoutLockTimeout(() => inOrder(connection, statements));
  return connection.transaction(title, () => inOrder(connection, statements));
}

async function fill(connection: MigrationConnection, statement: string, title: string): Promise<void> {
  const next = () => connection.transaction(title, () => connection.run<{ done: number }>(statement));
  while ((await next()).rows[0]?.done);
}

async function inOrder(connection: MigrationConnection, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await connection.run(statement);
}

/** Drops an invalid index at once. Otherwise PostgreSQL would update it and enforce its uniqueness. */
async function makeIndex(connection: MigrationConnection, [clear = "", make = ""]: readonly string[]): Promise<void> {
  await connection
    .withoutLockTimeout(() => inOrder(connection, [clear, make]))
    .catch(async (error: unknown) => {
      await connection.client.query(clear).catch(() => undefined);
      throw error;
    });
}
