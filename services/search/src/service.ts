/** The search service: its variables, what it opens and what it serves. */
import { loadConfig, readEnv } from "@colophon/config";
import { createDatabase, DATABASE_ENV_NAMES, databaseSettings, untilAvailable, waitForSchema } from "@colophon/database";
import { compileSchema, type IndexedWords } from "@colophon/engine";
import { createVerifier, describeService, timeStatements } from "@colophon/runtime";
import { createSearchApp } from "./app.ts";
import { readIndexedWords, createSearch } from "./search.service.ts";

export const search = describeService({
  name: "search",
  env: {
    required: ["IDENTITY_PUBLIC_KEYS"],
    optional: ["DATABASE_URL", "SEARCH_DATABASE_URL", ...DATABASE_ENV_NAMES],
  },
  async open({ env, log, metrics }) {
    const url = env.SEARCH_DATABASE_URL ?? readEnv({ DATABASE_URL: env.DATABASE_URL }, ["DATABASE_URL"], ["DATABASE_URL"]).DATABASE_URL;
    const schema = compileSchema(await loadConfig(env.CMS_CONFIG));
    const onStatement = timeStatements(metrics.registry);
    const replica = env.SEARCH_DATABASE_URL !== undefined && { pooled: false, directUrl: undefined };
    const db = createDatabase({ url, ...databaseSettings(env), ...replica, log, readOnly: true, onStatement });
    const verifier = createVerifier(env.IDENTITY_PUBLIC_KEYS);
    let words: IndexedWords | null = null; // null until the tables exist
    const search = createSearch({ schema, db, words: () => words, now: () => new Date() });
    return {
      serving: createSearchApp({ log, verifier, metrics, search, actFor: db.actFor }),
      database: db,
      async waitFor(waiting) {
        await waitForSchema(db, schema.hash, waiting);
        words = await untilAvailable(db, () => readIndexedWords(db), waiting);
      },
    };
  },
});
