import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { restore } from "../support/database/dump.ts";
import { startPostgres } from "../support/servers/postgres.ts";

/** The database and files of a site of release 0.1.0, with the environment variables that a project needs to use them. */
export async function storedSite(path: string) {
  const release = join(import.meta.dirname, "../upgrades/0.1.0");
  const { key, secret, answers } = JSON.parse(readFileSync(join(release, "answers.json"), "utf8"));
  const postgres = await startPostgres();
  await restore(postgres.url, join(release, "dump.sql"));
  cpSync(join(release, "uploads"), join(path, ".stored/uploads"), { recursive: true });
  const config = join(path, "stored.config.ts");
  writeFileSync(config, readFileSync(join(release, "site.config.ts"), "utf8").replace("@colophon/config", "colophon/config"));
  const variables = { DATABASE_URL: postgres.url, CMS_CONFIG: config, CMS_DATA_DIR: join(path, ".stored"), CMS_SECRET: secret };
  return { key, variables, answers: answers as Record<string, object>, stop: () => postgres.stop() };
}
