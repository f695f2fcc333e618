import type { Database } from "@colophon/database";
import {
  bind,
  compile,
  createEngine,
  type Principal,
  type IndexedWords,
  type Schema,
  type SearchPlan,
  type SearchRequest,
} from "@colophon/engine";
import { AppError } from "@colophon/model/errors";

export interface SearchDependencies {
  readonly schema: Schema;
  readonly db: Pick<Database, "one">;
  /** The characters in the database's indexes; null until its tables are known to fit the configuration. */
  readonly words: () => IndexedWords | null;
  readonly now: () => Date;
}

export type Search = ReturnType<typeof createSearch>;

/** Searches everything that a principal may read, in one statement. */
export function createSearch({ schema, db, words, now }: SearchDependencies) {
  const engine = createEngine(schema);

  async function run(principal: Principal, plan: SearchPlan): Promise<string> {
    const statement = compile(plan);
    const row = await db.one<{ results: string }>(statement, bind(statement, { principal, now: now(), values: plan.values }));
    return row?.results ?? "[]";
  }

  return {
    /** The body of the answer. PostgreSQL builds the results; they are passed on unparsed. */
    async find(principal: Principal, request: SearchRequest): Promise<string> {
      const indexed = words();
      if (indexed === null) throw new AppError("SERVICE_UNAVAILABLE");
      const plan = engine.as(principal).search(request, indexed);
      const results = plan ? await run(principal, plan) : "[]";
      return `{"query":${JSON.stringify(request.text)},"results":${results}}`;
    },
  };
}

/** The characters in this database's trigram indexes: pg_trgm uses the database's `datctype`, and with C only ASCII letters are letters. */
export async function readIndexedWords(db: Pick<Database, "one">): Promise<IndexedWords> {
  const extension = "exists (select from pg_extension where extname = 'pg_trgm') as installed";
  const text = `select ${extension}, datctype in ('C', 'POSIX') as plain from pg_database where datname = current_database()`;
  const found = await db.one<{ installed: boolean; plain: boolean }>({ text });
  if (!found?.installed) return "none";
  return found.plain ? "ascii" : "unicode";
}
