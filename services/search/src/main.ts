/** The search service: the only file of it that reads the environment and opens connections. */
import { ConfigError, EnvError, loadConfig, readEnv } from "@colophon/config";
import { createDatabase, waitForSchema } from "@colophon/database";
import { compileSchema, type IndexedWords } from "@colophon/engine";
import { createLog, createMetrics, createVerifier, listen } from "@colophon/runtime";
import { createSearchApp } from "./app.ts";
import { readIndexedWords } from "./indexed-words.ts";
import { createSearch } from "./search.service.ts";

await start().catch((error: unknown) => {
  if (!(error instanceof EnvError) && !(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
});

async function start(): Promise<void> {
  const names = [
    "PORT",
    "HOST",
    "LOG_LEVEL",
    "CMS_CONFIG",
    "DATABASE_URL",
    "SEARCH_DATABASE_URL",
    "DATABASE_POOL_SIZE",
    "IDENTITY_PUBLIC_KEYS",
  ] as const;
  const env = readEnv(process.env, names, ["IDENTITY_PUBLIC_KEYS"]);
  const url = env.SEARCH_DATABASE_URL ?? readEnv(process.env, ["DATABASE_URL"], ["DATABASE_URL"]).DATABASE_URL;
  const log = createLog({ name: "search", level: env.LOG_LEVEL });
  const schema = compileSchema(await loadConfig(env.CMS_CONFIG));

  const db = createDatabase({ url, poolSize: env.DATABASE_POOL_SIZE, log, readOnly: true });
  const metrics = createMetrics("search");
  const verifier = createVerifier(env.IDENTITY_PUBLIC_KEYS);

  let words: IndexedWords | null = null; // null until the tables are there
  const search = createSearch({ schema, db, words: () => words, now: () => new Date() });
  const stopping = new AbortController();
  const wordsKnown = waitForSchema(db, schema.hash, stopping.signal).then(async () => (words = await readIndexedWords(db)));
  await listen({
    app: createSearchApp({ log, verifier, metrics, search }),
    metrics,
    log,
    host: env.HOST,
    port: env.PORT,
    ready: async () => words !== null && (await db.health()),
    close: async () => {
      stopping.abort();
      await wordsKnown.catch(() => undefined);
      await db.close();
    },
  });
}
