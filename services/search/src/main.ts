/** The search service: the only file of it that reads the environment and opens connections. */
import { EVERY_PROCESS_READS, loadConfig, readEnv } from "@colophon/config";
import { createDatabase, waitForSchema } from "@colophon/database";
import { compileSchema, type IndexedWords } from "@colophon/engine";
import { createOpening, createVerifier, listen, openProcess, run, showPools } from "@colophon/runtime";
import { createSearchApp } from "./app.ts";
import { readIndexedWords } from "./indexed-words.ts";
import { createSearch } from "./search.service.ts";

await run(start);

async function start(): Promise<void> {
  const names = [...EVERY_PROCESS_READS, "DATABASE_URL", "SEARCH_DATABASE_URL", "DATABASE_POOL_SIZE", "IDENTITY_PUBLIC_KEYS"] as const;
  const env = readEnv(process.env, names, ["IDENTITY_PUBLIC_KEYS"]);
  const url = env.SEARCH_DATABASE_URL ?? readEnv(process.env, ["DATABASE_URL"], ["DATABASE_URL"]).DATABASE_URL;
  const { log, metrics } = await openProcess("search", env);
  const schema = compileSchema(await loadConfig(env.CMS_CONFIG));

  const db = createDatabase({ url, poolSize: env.DATABASE_POOL_SIZE, log, readOnly: true });
  showPools(metrics.registry, db.pools);
  const verifier = createVerifier(env.IDENTITY_PUBLIC_KEYS);

  let words: IndexedWords | null = null; // null until the tables are there
  const search = createSearch({ schema, db, words: () => words, now: () => new Date() });
  const opening = createOpening(async (signal) => {
    await waitForSchema(db, schema.hash, signal);
    words = await readIndexedWords(db);
  });
  await listen({
    app: createSearchApp({ log, verifier, metrics, search }),
    metrics,
    log,
    host: env.HOST,
    port: env.PORT,
    ready: async () => opening.isDone() && (await db.health()),
    close: async () => {
      await opening.close();
      await db.close();
    },
  });
}
