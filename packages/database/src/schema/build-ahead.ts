import { FILLED } from "@colophon/engine";
import type { AheadStep, FillStep, TableChange } from "@colophon/engine";
import pg from "pg";
import { shareOf } from "./progress.ts";
import { unfitValues } from "./refusals.ts";
import type { Session } from "./session.ts";

const NO_ID = "00000000-0000-0000-0000-000000000000";
const FIRST_BATCH = 200;
const MAX_BATCH = 20_000;
/** What a batch should take: writers of its rows wait for it. */
const BATCH_MS = 200;

const TITLES: Record<AheadStep["kind"], string> = {
  brief: "prepares the table",
  index: "makes an index",
  check: "checks the references",
  fill: "copies the searched texts",
};

/** Builds what can be built beside the running site. Each step may be cut off at any moment, and is done again from there. */
export async function buildAhead(session: Session, changes: readonly TableChange[]): Promise<void> {
  for (const change of changes) {
    for (const step of change.ahead ?? []) {
      await build(session, step, `${change.place}: ${TITLES[step.kind]}`).catch((error: unknown) => {
        throw unfitValues(change, error);
      });
    }
  }
}

async function build(session: Session, step: AheadStep, title: string): Promise<void> {
  session.watched.begin(title);
  if (step.kind === "fill") return fill(session, step, title);
  if (step.kind === "index") return makeIndex(session, step.statements);
  if (step.kind === "check") return session.unhurried(() => inOrder(session, step.statements));
  return session.transaction(title, () => inOrder(session, step.statements));
}

async function inOrder(session: Session, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await session.run(statement);
}

/** An index that could not be finished is taken away at once, or it would be kept up to date, and unique, for nobody. */
async function makeIndex(session: Session, [clear = "", make = ""]: readonly string[]): Promise<void> {
  await session
    .unhurried(() => inOrder(session, [clear, make]))
    .catch(async (error: unknown) => {
      await session.client.query(clear).catch(() => undefined);
      throw error;
    });
}

/** Goes on where the note on the target says that it was left. */
async function fill(session: Session, { table, target, next, rows }: FillStep, title: string): Promise<void> {
  const [schema = "", ...name] = table.split(".");
  const about = await session.run<{ rows: number; note: string | null }>(
    "select reltuples::float8 as rows, obj_description($2::regclass, 'pg_class') as note from pg_class where oid = $1::regclass",
    [[schema, name.join(".")].map(pg.escapeIdentifier).join("."), target],
  );
  const total = Math.max(0, about.rows[0]?.rows ?? 0);
  let [last, copied, size] = [about.rows[0]?.note ?? NO_ID, 0, FIRST_BATCH];
  session.watched.begin(title, () => shareOf(copied, total));
  for (; last !== FILLED;) {
    const [from, startedAt] = [last, performance.now()];
    const batch = await session.transaction(title, async () => {
      const upTo = (await session.run<{ id: string }>(next, [from, size - 1])).rows[0]?.id ?? null;
      const done = (await session.run(rows, [from, upTo])).rowCount ?? 0;
      await session.run(`comment on table ${target} is ${pg.escapeLiteral(upTo ?? FILLED)}`);
      return { upTo, done };
    });
    [last, copied] = [batch.upTo ?? FILLED, copied + batch.done];
    const tookMs = Math.max(1, performance.now() - startedAt);
    size = Math.round(Math.min(MAX_BATCH, size * 4, Math.max(1, (size * BATCH_MS) / tookMs)));
  }
}
