import { setTimeout as sleep } from "node:timers/promises";
import type { Database, Sealer } from "@colophon/database";
import {
  acceptedRow,
  AUDIT_LOG,
  auditSchema,
  bind,
  compile,
  createEngine,
  parseAuditQuery,
  type HistoryRow,
  type ListPlan,
  type Schema,
} from "@colophon/engine";
import type { Call } from "../http/calls.ts";
import type { Cursors } from "../reads/cursors.ts";
import { pageBody } from "../reads/page-body.ts";
import type { Totals } from "../reads/totals.ts";
import type { Statements } from "../writes/statements.ts";

export interface AuditDependencies {
  readonly schema: Schema;
  readonly database: Pick<Database, "run">;
  readonly sealer: Sealer;
  readonly statements: Pick<Statements, "read">;
  readonly cursors: Cursors;
  readonly totals: Totals;
  readonly now: () => Date;
  /** How long a read waits for rows that were committed before it. */
  readonly waitMs?: number | undefined;
}

interface ListRow extends Record<string, unknown> {
  readonly data: string;
  readonly rows: number;
  readonly cursor: string | null;
}

const WAIT_MS = 1_000;
const POLL_EVERY_MS = 20;

export type Audit = ReturnType<typeof createAudit>;

/** Reads of the audit log. */
export function createAudit({ schema, database, sealer, statements, cursors, totals, now, waitMs = WAIT_MS }: AuditDependencies) {
  const log = createEngine(auditSchema(schema));

  /** Waits until the rows that are committed now are sealed, within its time limit. */
  async function waitForSeals(): Promise<void> {
    const newest = await sealer.newest();
    const endsAt = performance.now() + waitMs;
    while (await sealer.isBehind(newest)) {
      if (performance.now() > endsAt) return;
      await sealer.seal();
      if (await sealer.isBehind(newest)) await sleep(POLL_EVERY_MS); // another process seals
    }
  }

  function planOf(call: Call, search: string): ListPlan {
    const options = { openCursor: (cursor: string, scope: string) => cursors.open(scope, cursor) };
    return log.as(call.principal).list(AUDIT_LOG, parseAuditQuery(search), options);
  }

  return {
    /** One page of the log. @throws FORBIDDEN, VALIDATION_ERROR */
    async list(call: Call, search: string): Promise<string> {
      const plan = planOf(call, search);
      await waitForSeals();
      const statement = compile(plan);
      const context = { principal: call.principal, now: now() };
      const [row] = plan.limit === 0 ? [] : await database.run<ListRow>(statement, bind(statement, context));
      const page = row ?? { data: "[]", rows: 0, cursor: null };
      const exact = plan.count === "exact" || plan.limit === 0;
      const counting = statement.total && { ...statement.total, remembers: false }; // no stamp counts the log's rows
      const atLeast = plan.offset + page.rows;
      const total = counting ? await totals.of({ statements: counting, context, atLeast, stamp: null, exact }) : null;
      return pageBody(cursors, plan, page, total);
    },

    /** One page of a record's rows, newest first. @throws NOT_FOUND, FORBIDDEN */
    async history(call: Call, name: string, id: string | null, page: { limit: number; offset: number }): Promise<string> {
      const plan = call.engine.recordLog(name, id, page);
      await waitForSeals();
      const [row] = await statements.read<HistoryRow>(call, plan);
      const { data, total } = acceptedRow(row);
      return `{"data":${data},"meta":{"total":${total},"limit":${page.limit},"offset":${page.offset}}}`;
    },
  };
}
