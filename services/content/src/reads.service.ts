import type { Database } from "@colophon/database";
import {
  bind,
  entityOf,
  parseQuery,
  planList,
  planOne,
  requireOperation,
  toStatement,
  type ReadRequest,
  type Schema,
  type Statement,
} from "@colophon/engine";
import { AppError } from "@colophon/errors";
import { LRUCache } from "lru-cache";
import { dataBody, type Answer } from "./answers.ts";
import type { Call } from "./calls.ts";
import type { Cursors } from "./cursors.ts";
import type { Data, Hooks } from "./hooks.ts";
import type { Totals } from "./totals.ts";

const MAX_COMPILED = 5_000;
/** Longer query strings are rarely sent twice. */
const MAX_KEPT_SEARCH = 2_000;
/** Stands for the record's id while a statement is compiled; each run puts the asked id in its place. */
const ANY_ID = "00000000-0000-7000-8000-000000000000";
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

interface Compiled {
  readonly request: ReadRequest;
  readonly statement: Statement;
  readonly scope: string;
  /** What a total hangs on, where it stays the same while nobody writes. */
  readonly steadyCount: Statement["count"] | null;
}

interface ListRow extends Record<string, unknown> {
  data: string;
  total: string | null;
  stamp: string | null;
  cursor: string | null;
}

interface OneRow extends Record<string, unknown> {
  data: string;
  version: number;
}

export interface ReadsDependencies {
  readonly schema: Schema;
  readonly database: Database;
  readonly cursors: Cursors;
  readonly totals: Totals;
  readonly hooks: Hooks;
  readonly now: () => Date;
}

export type Reads = ReturnType<typeof createReads>;

/** Reads records. PostgreSQL builds the JSON; a hot read parses neither its query string nor its answer. */
export function createReads({ schema, database, cursors, totals, hooks, now }: ReadsDependencies) {
  const compiled = new LRUCache<string, Compiled>({ max: MAX_COMPILED });

  function compile(kind: "list" | "one" | "global", call: Call, entity: string, search: string): Compiled {
    const who = call.actor.kind === "system" ? " system" : call.actor.role;
    const key = `${kind}\n${who}\n${entity}\n${search}`;
    const known = compiled.get(key);
    if (known) return known;
    const made = kind === "list" ? compileList(call, entity, search) : compileOne(call, entity, kind === "one" ? ANY_ID : null, search);
    if (search.length <= MAX_KEPT_SEARCH) compiled.set(key, made);
    return made;
  }

  function compileList({ actor }: Call, entity: string, search: string): Compiled {
    requireOperation(schema, actor, entity, "read");
    const request = parseQuery(search);
    const scope = `${entity} ${JSON.stringify(request.sort)}`;
    const statement = toStatement(planList(schema, actor, entity, request, (cursor) => cursors.open(scope, cursor)));
    return { request, statement, scope, steadyCount: isSteady(statement.count) ? statement.count : null };
  }

  function compileOne({ actor }: Call, entity: string, id: string | null, search: string): Compiled {
    requireOperation(schema, actor, entity, "read");
    const request = parseQuery(search, "record");
    return { request, statement: toStatement(planOne(schema, actor, entity, id, request)), scope: "", steadyCount: null };
  }

  async function runList(call: Call, { statement, steadyCount }: Compiled): Promise<ListRow> {
    const context = { actor: call.actor, now: now() };
    const key = steadyCount ? totals.keyOf(steadyCount, bind(steadyCount, context)) : undefined;
    const total = key === undefined ? null : (totals.find(key) ?? null);
    const [row] = await database.run<ListRow>(statement, bind(statement, { ...context, total }));
    if (!row) throw new Error("a list statement gave no row");
    if (key !== undefined && row.total !== null && row.stamp !== null) totals.remember(key, { total: row.total, stamp: row.stamp });
    return row;
  }

  /** JSON text of records as the project's afterRead hooks leave them; without such hooks it is not even parsed. */
  async function afterRead(call: Call, entity: string, draft: boolean, text: string): Promise<string> {
    if (!hooks.wants(call, entity, "afterRead")) return text;
    const parsed: Data | Data[] = JSON.parse(text);
    const read = (record: Data) => hooks.read(call, { entity, operation: "read", draft, ...placeOf(record), record });
    return Array.isArray(parsed) ? `[${(await Promise.all(parsed.map(read))).join(",")}]` : read(parsed);
  }

  async function findOne(call: Call, name: string, id: string | null, search: string): Promise<Answer | null> {
    const { request, statement } = compile(id === null ? "global" : "one", call, name, search);
    if (id !== null && !UUID.test(id)) return null;
    const values = bind(statement, { actor: call.actor, now: now() }).map((value) => (value === ANY_ID ? id?.toLowerCase() : value));
    const [row] = await database.run<OneRow>(statement, values);
    if (!row) return null;
    return { status: 200, body: dataBody(await afterRead(call, name, request.draft, row.data)), id, version: row.version };
  }

  return {
    afterRead,

    /** The body of one page of a list. */
    async list(call: Call, name: string, search: string): Promise<string> {
      const page = compile("list", call, name, search);
      const row = await runList(call, page);
      const { limit, offset, cursor, draft } = page.request;
      const data = await afterRead(call, name, draft, row.data);
      const total = row.total === null ? "" : `"total":${row.total},`;
      const next =
        cursor === null ? "" : `,"nextCursor":${row.cursor === null ? "null" : JSON.stringify(cursors.seal(page.scope, row.cursor))}`;
      return `{"data":${data},"meta":{${total}"limit":${limit},"offset":${offset}${next}}}`;
    },

    /** One record, or null where there is none that the caller may see. */
    find: (call: Call, name: string, id: string, search: string): Promise<Answer | null> => findOne(call, name, id, search),

    /** A global's record, or null where it was never saved. */
    findGlobal: (call: Call, name: string, search: string): Promise<Answer | null> =>
      findOne(call, entityOf(schema, name).name, null, search),

    /** One record. @throws NOT_FOUND */
    async one(call: Call, name: string, id: string, search: string): Promise<Answer> {
      const answer = await findOne(call, name, id, search);
      if (!answer) throw new AppError("NOT_FOUND");
      return answer;
    },
  };
}

/** Whether a total stays the same while nobody writes: one that depends on the time of day is counted each time. */
function isSteady(count: Statement["count"]): count is NonNullable<Statement["count"]> {
  return count !== undefined && !JSON.stringify(count.values).includes('"$NOW"');
}

function placeOf({ id, locale }: Data): { id?: string; locale: string | null } {
  return { ...(typeof id === "string" && { id }), locale: typeof locale === "string" ? locale : null };
}
