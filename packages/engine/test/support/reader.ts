/** Reads through the engine as callers do: query string in, parsed JSON out. */
import { compile, createEngine, parseQuery } from "../../src/index.ts";
import type { Principal } from "../../src/index.ts";
import type { EngineDatabase } from "./database.ts";
import { schema } from "./magazine.ts";

export type Row = Readonly<Record<string, unknown>>;
export interface Listed {
  readonly data: Row[];
  readonly total: string | null;
  readonly cursor: unknown[] | null;
}

/** One page of a list. `open` stands for the service that signs cursors. */
export async function readList(
  database: EngineDatabase,
  principal: Principal,
  entity: string,
  search = "",
  open?: (cursor: string) => unknown,
): Promise<Listed> {
  const statement = compile(
    createEngine(schema)
      .as(principal)
      .list(entity, parseQuery(search), { ...(open && { openCursor: open }) }),
  );
  const [row] = await database.run(statement, principal);
  const [counted] = statement.total ? await database.run(statement.total.exact, principal) : [];
  return {
    data: JSON.parse(String(row?.["data"])) as Row[],
    total: (counted?.["total"] ?? null) as string | null,
    cursor: row?.["cursor"] ? (JSON.parse(String(row["cursor"])) as unknown[]) : null,
  };
}

/** One record, or the one of a global; null if there is none for this principal. */
export async function readOne(
  database: EngineDatabase,
  principal: Principal,
  entity: string,
  recordId: string | null,
  search = "",
): Promise<Row | null> {
  const [row] = await database.run(createEngine(schema).as(principal).one(entity, recordId, search), principal);
  return row ? (JSON.parse(String(row["data"])) as Row) : null;
}
