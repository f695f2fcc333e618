import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApiKeys } from "@colophon/credentials";
import { createDatabase } from "@colophon/database";
import { createOutput } from "@colophon/scripts/stack/output.ts";
import { startStack } from "@colophon/scripts/stack/stack.ts";
import pg from "pg";
import { FILL_OTHERS, fillArticles } from "./workloads.ts";
const data = mkdtempSync(join(tmpdir(), "colophon-bench-"));
const variables: Record<string, string | undefined> = { PATH: process.env["PATH"], PORT: "0", HOST: "127.0.0.1", NODE_ENV: "production", LOG_LEVEL: "warn",
  CMS_CONFIG: join(import.meta.dirname, "pair.config.ts"), CMS_DATA_DIR: data, CMS_ADMIN_EMAIL: "bench@example.com", CMS_SECRET: "only for this measurement",
  SMTP_URL: "smtp://127.0.0.1:1", RATE_LIMIT_PER_MINUTE: "100000000", ...(process.env["PROF"] ? { NODE_OPTIONS: process.env["PROF"] } : {}) };
const stack = await startStack({ variables, output: createOutput((text) => void process.stderr.write(text)) });
const client = new pg.Client({ connectionString: stack.databaseUrl });
await client.connect();
for (const s of [...FILL_OTHERS, ...fillArticles(1, 10_000)]) await client.query(s);
const { rows } = await client.query("select id from content.article order by id limit 500");
await client.end();
const database = createDatabase({ url: stack.databaseUrl, poolSize: 1 });
const { key } = await createApiKeys({ db: database } as never).create({ name: "bench", role: "admin", expiresAt: null } as never, null as never);
await database.close();
console.log("READY " + JSON.stringify({ url: stack.url, key, ids: rows.map((r) => r.id), pids: Object.fromEntries(stack.processes().map(({ name, pid }: { name: string; pid: number }) => [name, Number(pid)])) }));
process.stdin.resume();
process.stdin.once("end", async () => { await stack.stop(); rmSync(data, { recursive: true, force: true }); process.exit(0); });
