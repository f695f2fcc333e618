import { cpus } from "node:os";
import { startPgbouncer, WITHOUT_PGBOUNCER } from "../support/servers/pgbouncer.ts";
import { startPostgres } from "../support/servers/postgres.ts";
import { CONNECTIONS, measure } from "./measure.ts";
import { makeKey, runSql, someIds, startSite } from "./site.ts";
import { FILL_OTHERS, fillArticles } from "./workloads.ts";

const ARTICLES = 10_000;
const LOADS = [
  { name: "one record by id", method: "GET", path: "/api/article/{id}", isAnonymous: false },
  { name: "list of 20", method: "GET", path: "/api/article?limit=20&sort=-date&count=false", isAnonymous: false },
  { name: "list of 20, anonymous", method: "GET", path: "/api/article?limit=20&sort=-date&count=false", isAnonymous: true },
  { name: "update of one field", method: "PUT", path: "/api/article/{id}", body: '{"title":"another"}', isAnonymous: false },
] as const;

/** Prints requests per second of the same site directly at PostgreSQL and behind PgBouncer in transaction mode, one after the other. */
export async function benchPooler(seconds: number): Promise<void> {
  if (WITHOUT_PGBOUNCER !== null) throw new Error(WITHOUT_PGBOUNCER);
  const postgres = await startPostgres({ own: true, durable: true });
  const pooler = await startPgbouncer(postgres.url);
  try {
    const direct = await measureSite({ DATABASE_URL: postgres.url }, { databaseUrl: postgres.url, seconds });
    const behind = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: postgres.url, DATABASE_POOLER: "transaction" };
    const pooled = await measureSite(behind, { databaseUrl: postgres.url, seconds });
    console.log(`Node ${process.version}, ${cpus().length} cores, ${CONNECTIONS} connections for ${seconds} s, one process of each`);
    for (const { name } of LOADS) console.log(`${name}: ${direct.get(name)} directly, ${pooled.get(name)} behind PgBouncer`);
  } finally {
    await pooler.stop();
    await postgres.stop();
  }
}

/** Requests per second of each load. */
async function measureSite(
  variables: Readonly<Record<string, string>>,
  { databaseUrl, seconds }: { readonly databaseUrl: string; readonly seconds: number },
): Promise<ReadonlyMap<string, number>> {
  const { stack, stop } = await startSite("public.config.ts", variables);
  try {
    const filled = await runSql(databaseUrl, ["select from content.article limit 1"]);
    if (filled.length === 0) await runSql(databaseUrl, [...FILL_OTHERS, ...fillArticles(1, ARTICLES)]);
    const [key, ids] = [await makeKey(databaseUrl, "admin"), await someIds(databaseUrl)];
    const results = new Map<string, number>();
    for (const { name, isAnonymous, path, ...load } of LOADS) {
      const headers = { "content-type": "application/json", ...(!isAnonymous && { authorization: `Bearer ${key}` }) };
      const paths = ids.map((id) => path.replace("{id}", id));
      const { failed, perSecond } = await measure({ url: stack.url, paths, headers, ...load }, {}, seconds);
      if (failed > 0) throw new Error(`${name}: ${failed} requests failed`);
      results.set(name, perSecond);
    }
    return results;
  } finally {
    await stop();
  }
}
