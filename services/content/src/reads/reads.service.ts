import { isUuid } from "@colophon/model";
import type { Database } from "@colophon/database";
import {
  bind,
  compile,
  dependsOnTime,
  entitiesOf,
  entityOf,
  isRowKey,
  refuseHiddenOwners,
  type BindContext,
  type ListPlan,
  type OnePlan,
  type OpenCursor,
  type Schema,
} from "@colophon/engine";
import { AppError } from "@colophon/model/errors";
import { dataBody, dependsHeader, type Answer } from "../http/answers.ts";
import type { Call } from "../http/calls.ts";
import { publicHeaders } from "../http/public-answers.ts";
import type { Cursors } from "./cursors.ts";
import type { Data, Hooks } from "../hooks/hooks.ts";
import { splitPreview } from "../http/preview-parameter.ts";
import type { DependsOf } from "./depends-of.ts";
import type { OpenPreview } from "./open-preview.ts";
import { pageBody } from "./page-body.ts";
import { renderFields, requireRendered, splitRendering } from "./rendered-text.ts";
import type { Total, Totals } from "./totals.ts";

interface ListRow extends Record<string, unknown> {
  readonly data: string;
  readonly rows: number;
  readonly stamp?: string;
  readonly cursor: string | null;
}

/** The answer without rows, apart from its total. */
const NO_ROWS: ListRow = { data: "[]", rows: 0, cursor: null };

interface OneRow extends Record<string, unknown> {
  /** Null if the record is readable, but not its draft. */
  data: string | null;
  version: number;
}

export interface ReadsDependencies {
  readonly schema: Schema;
  readonly database: Database;
  readonly cursors: Cursors;
  readonly totals: Totals;
  readonly hooks: Hooks;
  /** The preview of a token. @throws UNAUTHORIZED */
  readonly openPreview: (token: string) => Promise<OpenPreview>;
  /** None of its answers may be kept without it. */
  readonly dependsOf?: DependsOf;
  readonly now: () => Date;
}

/** A page of a list, and by which headers caches may store it. */
export type ListAnswer = Pick<Answer, "body" | "headers" | "depends">;

/** One record, if the caller may see it; without it the answer depends on the same. */
interface Found {
  readonly answer: Answer | null;
  readonly depends: string | undefined;
}

export type Reads = ReturnType<typeof createReads>;

/** Reads records. PostgreSQL builds the JSON; a hot read parses neither its query string nor its answer. */
export function createReads({
  schema,
  database,
  cursors,
  totals,
  hooks,
  openPreview,
  dependsOf = () => undefined,
  now,
}: ReadsDependencies) {
  /** afterRead hooks see whole records: `fields` is applied after them. */
  const isWhole = (call: Call, entity: string) => hooks.wants(call, entity, "afterRead");

  /** The headers of an answer that public caches may store; undefined for an answer that depends on the caller or the time, or that contains drafts. */
  function sharedHeaders(call: Call, plan: ListPlan | OnePlan, body: string): Answer["headers"] {
    const times = schema.config.cache.public;
    if (!times || call.principal.kind !== "anonymous" || showsDraft(plan) || plan.trashed !== null) return undefined;
    const { name } = plan.rowFilter.entity;
    if (!hooks.isReadPure(name) || compile(plan).values.some(dependsOnTime)) return undefined;
    return publicHeaders(times, entitiesOf(plan), body);
  }

  async function readPage(plan: ListPlan, context: BindContext): Promise<ListRow> {
    if (plan.limit === 0) return NO_ROWS;
    const statement = compile(plan);
    const [row] = await database.run<ListRow>(statement, bind(statement, context));
    if (!row) throw new Error("a list statement gave no row");
    return row;
  }

  /** Checks the owners in a list's conditions, which can depend on rows. @throws VALIDATION_ERROR */
  async function requireNamable(call: Call, plan: ListPlan): Promise<void> {
    const question = plan.named.length > 0 ? call.engine.hiddenOwners(plan) : null;
    if (!question) return;
    const { values } = question;
    const statement = compile(question);
    const hiddenOwners = await database.run<{ id: string }>(statement, bind(statement, { principal: call.principal, now: now(), values }));
    refuseHiddenOwners(plan.named, hiddenOwners);
  }

  async function totalOf(plan: ListPlan, context: BindContext, page: ListRow): Promise<Total | null> {
    const { total } = compile(plan);
    if (!total) return null;
    const atLeast = plan.offset + page.rows;
    if (isLastPage(plan, page)) return { total: String(atLeast), estimated: false };
    const exact = plan.count === "exact" || plan.limit === 0;
    return totals.of({ statements: total, context, atLeast, stamp: page.stamp ?? null, exact });
  }

  /** JSON text of records after the project's afterRead hooks; without such hooks it is not even parsed. */
  async function afterRead(call: Call, entity: string, draft: boolean, text: string, shown: OnePlan["shown"] = null): Promise<string> {
    if (!hooks.wants(call, entity, "afterRead")) return text;
    const parsed: Data | Data[] = JSON.parse(text);
    const read = async (record: Data) => {
      const whole = await hooks.read(call, { entity, operation: "read", draft, ...keyOf(record), record });
      return shown ? cutTo(shown, whole) : whole;
    };
    return Array.isArray(parsed) ? `[${(await Promise.all(parsed.map(read))).join(",")}]` : read(parsed);
  }

  /**
   * The query string without its preview, and the preview, if it is of this entity. Only callers who may read the entity learn whether it
   * is valid.
   */
  async function previewIn(call: Call, name: string, search: string): Promise<{ search: string; preview: OpenPreview | null }> {
    const { token, rest } = splitPreview(search);
    if (token === null) return { search, preview: null };
    call.engine.require(name, "read");
    const preview = await openPreview(token);
    return { search: rest, preview: preview.entity === name ? preview : null };
  }

  async function findOne(call: Call, name: string, id: string | null, given: string): Promise<Found> {
    const { rest, rendering } = splitRendering(given);
    const { search, preview } = await previewIn(call, name, rest);
    const creator = id === null || id.toLowerCase() === preview?.id ? preview?.creator : undefined;
    const options = { whole: isWhole(call, name), creator };
    const plan = id === null ? call.engine.one(name, null, search, options) : call.engine.record(name, search, options);
    requireRendered(schema, call.role, plan.rowFilter.entity, rendering);
    if (id !== null && !isRowKey(plan.rowFilter.entity, id)) return { answer: null, depends: undefined };
    const statement = compile(plan);
    const values = { id: id !== null && isUuid(id) ? id.toLowerCase() : id, previewId: preview?.id };
    const [row] = await database.run<OneRow>(statement, bind(statement, { principal: call.principal, now: now(), values, creator }));
    const depends = dependsOf(call, plan);
    if (!row) return { answer: null, depends };
    if (row.data === null) throw new AppError("FORBIDDEN");
    const data = await afterRead(call, name, showsDraft(plan), row.data, plan.shown);
    const body = dataBody(renderFields(rendering, data));
    return { answer: { status: 200, body, id, version: row.version, headers: sharedHeaders(call, plan, body), depends }, depends };
  }

  return {
    afterRead,

    /** One page of a list. */
    async list(call: Call, name: string, given: string): Promise<ListAnswer> {
      const { search, preview } = await previewIn(call, name, given);
      const openCursor: OpenCursor = (cursor, scope) => cursors.open(scope, cursor);
      const creator = preview?.creator;
      const plan = call.engine.list(name, search, { whole: isWhole(call, name), openCursor, creator });
      await requireNamable(call, plan);
      const context = { principal: call.principal, now: now(), creator, values: { previewId: preview?.id } };
      const page = await readPage(plan, context);
      const [data, total] = await Promise.all([
        afterRead(call, name, showsDraft(plan), page.data, plan.shown),
        totalOf(plan, context, page),
      ]);
      const body = pageBody(cursors, plan, { ...page, data }, total);
      const depends = total?.estimated ? undefined : dependsOf(call, plan);
      return { body, headers: sharedHeaders(call, plan, body), depends };
    },

    /** One record, or the one of a translatable global in a locale, or null if the caller may see none. */
    find: async (call: Call, name: string, id: string, search: string): Promise<Answer | null> =>
      (await findOne(call, name, id, search)).answer,

    /** A global's record, or null if it was never saved. */
    findGlobal: async (call: Call, name: string, search: string): Promise<Answer | null> =>
      (await findOne(call, entityOf(schema, name).name, null, search)).answer,

    /** One record. @throws NOT_FOUND */
    async one(call: Call, name: string, id: string, search: string): Promise<Answer> {
      const { answer, depends } = await findOne(call, name, id, search);
      if (!answer) throw new AppError("NOT_FOUND", undefined, { headers: dependsHeader(depends) });
      return answer;
    },
  };
}

function showsDraft({ draft, preview }: Pick<OnePlan, "draft" | "preview">): boolean {
  return draft !== null || preview !== null;
}

/** JSON text of the record with only these members. */
function cutTo(names: readonly string[], text: string): string {
  const record: Data = JSON.parse(text);
  return JSON.stringify(Object.fromEntries(names.filter((name) => Object.hasOwn(record, name)).map((name) => [name, record[name]])));
}

/** Whether the rows end on this page: then their number is known without counting. */
function isLastPage({ limit, offset, keyset }: ListPlan, page: ListRow): boolean {
  if (limit === 0 || keyset?.after) return false;
  if (keyset) return page.cursor === null;
  return page.rows < limit && (page.rows > 0 || offset === 0);
}

function keyOf({ id, locale }: Data): { id?: string; locale: string | null } {
  return { ...(typeof id === "string" && { id }), locale: typeof locale === "string" ? locale : null };
}
