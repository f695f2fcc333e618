import { POOLER_MODES, startPgbouncer, WITHOUT_PGBOUNCER } from "../support/servers/pgbouncer.ts";
import { startPostgres } from "../support/servers/postgres.ts";
import { inRounds, measure, type Measured } from "./measure.ts";
import { measurementsOf } from "./measurements.ts";
import { startArticles } from "./requests/articles.ts";
import { namedBy, type Measurement, type Suite, type SuiteOptions } from "./suite.ts";

const LIST = "/api/article?limit=20&sort=-date&count=false";
const LOADS = [
  { name: "one record by id", method: "GET", path: "/api/article/{id}", isAnonymous: false },
  { name: "list of 20", method: "GET", path: LIST, isAnonymous: false },
  { name: "list of 20, anonymous", method: "GET", path: LIST, isAnonymous: true },
  { name: "update of one field", method: "PUT", path: "/api/article/{id}", body: '{"title":"another"}', isAnonymous: false },
] as const;

export const pooler: Suite = {
  name: "pooler",
  shows: "the same site directly at PostgreSQL and behind PgBouncer in transaction mode; needs pgbouncer",
  isExtra: true,
  run: measurePooler,
};

async function* measurePooler(options: SuiteOptions): AsyncGenerator<Measurement> {
  if (WITHOUT_PGBOUNCER !== null) throw new Error(WITHOUT_PGBOUNCER);
  const direct = await measureSite((url) => ({ DATABASE_URL: url }), options);
  const behind = new Map<string, Awaited<ReturnType<typeof measureSite>>>();
  for (const DATABASE_POOLER of POOLER_MODES)
    behind.set(
      `behind PgBouncer, ${DATABASE_POOLER}`,
      await measureSite((url, poolerUrl) => ({ DATABASE_URL: poolerUrl, DATABASE_DIRECT_URL: url, DATABASE_POOLER }), options),
    );
  for (const [name, directly] of direct) {
    const measured = { directly, ...Object.fromEntries([...behind].map(([mode, found]) => [mode, found.get(name) ?? []])) };
    yield* measurementsOf(name, measured, { to: "directly", ratios: ["speedRatio"] });
  }
}

/** The results of each load, on a server of its own. */
async function measureSite(
  variablesOf: (url: string, poolerUrl: string) => Readonly<Record<string, string>>,
  { seconds, rounds, workload }: SuiteOptions,
): Promise<ReadonlyMap<string, readonly Measured[]>> {
  const postgres = await startPostgres({ own: true, durable: true });
  const bouncer = await startPgbouncer(postgres.url);
  try {
    const { stack, headers, ids, stop } = await startArticles("public.config.ts", variablesOf(postgres.url, bouncer.url), postgres.url);
    const subjects = namedBy(workload, LOADS, ({ name }) => name).map(({ name, isAnonymous, path, ...load }) => {
      const given = isAnonymous ? { "content-type": "application/json" } : headers;
      const paths = ids.map((id) => path.replace("{id}", id));
      return [name, () => measure({ url: stack.url, paths, headers: given, ...load }, {}, seconds)] as const;
    });
    try {
      return new Map(Object.entries(await inRounds(Object.fromEntries(subjects), rounds)));
    } finally {
      await stop();
    }
  } finally {
    await bouncer.stop();
    await postgres.stop();
  }
}
