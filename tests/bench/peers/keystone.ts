import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { freePort } from "colophon/stack/processes/free-port.ts";
import { eventually } from "../../support/eventually.ts";
import type { Load } from "../measure.ts";
import type { Pids } from "../processor-time.ts";
import { BODY } from "../requests/workloads.ts";
import { runSql } from "../site.ts";
import { FILES, fillArticles, PACKAGES, TABLES } from "./keystone-project.ts";

export interface Peer {
  readonly name: string;
  readonly pids: Pids;
  /** The same request; null if this workload is not compared. */
  loadOf(workload: string): Load | null;
  fillTo(articles: number): Promise<void>;
  stop(): void;
}

/** Outside of the packages, and kept for the next run. */
const FOLDER = resolve("node_modules/.cache/colophon-peers/keystone");
const CLI = join(FOLDER, "node_modules/@keystone-6/core/bin/cli.js");
/** Prisma downloads a program for migrations, which a build and a start don't run. */
const ENVIRONMENT = { NODE_ENV: "production", CHECKPOINT_DISABLE: "1", PRISMA_SCHEMA_ENGINE_BINARY: "/bin/true" };

const RECORD = "id title status date body createdAt updatedAt";
const RESOLVED = "author { id name } category { id label }";
const list = (where: string, page: string, more = "") =>
  read(`{ articles(where: ${where}, orderBy: [{ date: desc }], ${page}) { ${RECORD} ${more} } articlesCount(where: ${where}) }`);
const read = (query: string) => ({ method: "GET" as const, paths: [`/api/graphql?query=${encodeURIComponent(query)}`] });
const write = (queries: readonly string[]) => ({
  method: "POST" as const,
  paths: queries.map(() => "/api/graphql"),
  bodies: queries.map((query) => JSON.stringify({ query })),
});
const LIVE = '{ status: { equals: "live" } }';
const IDS = Array.from({ length: 200 }, (_, n) => `article${10 * n + 1}`);

const REQUESTS: Readonly<Record<string, Omit<Load, "url" | "headers">>> = {
  "list of 20": list(LIVE, "take: 20"),
  "list of 20, two relations resolved": list(LIVE, "take: 20", RESOLVED),
  "list of 20, of 100,000": list(LIVE, "take: 20"),
  "list of 20 from 8,000 on, of 100,000": list(LIVE, "take: 20, skip: 8000"),
  "$contains without an index": list('{ title: { contains: "icle 99", mode: insensitive } }', "take: 20"),
  "one by id": { method: "GET", paths: IDS.flatMap((id) => read(`{ article(where: { id: "${id}" }) { ${RECORD} } }`).paths) },
  create: write([
    `mutation { createArticle(data: { title: "Created", status: "draft", date: "2024-05-01", body: "${BODY}" }) { ${RECORD} } }`,
  ]),
  "update one field": write(
    IDS.map((id) => `mutation { updateArticle(where: { id: "${id}" }, data: { title: "Changed" }) { ${RECORD} } }`),
  ),
};

function run(args: readonly string[], folder: string, env: Readonly<Record<string, string>>): void {
  execFileSync(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...ENVIRONMENT, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** Installs Keystone from the package registry and builds the project, if that wasn't done before. */
function prepare(): void {
  if (existsSync(join(FOLDER, ".keystone/prisma.js"))) return;
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(FOLDER, name), text);
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--save-exact", ...PACKAGES], {
    cwd: FOLDER,
    stdio: ["ignore", "ignore", "inherit"],
  });
  run([join(FOLDER, "node_modules/esbuild/install.js")], FOLDER, {});
  run([CLI, "build", "--no-ui"], FOLDER, { DATABASE_URL: "postgres://127.0.0.1/none" });
}

/** Starts Keystone in production mode, without its pages, in a schema of its own. */
export async function startKeystone(databaseUrl: string): Promise<Peer> {
  prepare();
  await runSql(databaseUrl, TABLES);
  const port = String(await freePort());
  const env = { ...process.env, ...ENVIRONMENT, DATABASE_URL: databaseUrl, PORT: port };
  const child = spawn(process.execPath, [CLI, "start", "--no-ui"], { cwd: FOLDER, env, stdio: ["ignore", "ignore", "inherit"] });
  const headers = { "content-type": "application/json", "apollo-require-preflight": "true" };
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => (await fetch(`${url}${read("{ articlesCount }").paths[0]}`, { headers })).ok, { what: "Keystone answers" });
  let filled = 0;
  return {
    name: "Keystone",
    pids: { keystone: Number(child.pid) },
    loadOf: (workload) => (REQUESTS[workload] ? { url, headers, ...REQUESTS[workload] } : null),
    async fillTo(articles) {
      if (articles > filled) await runSql(databaseUrl, fillArticles(filled + 1, articles, BODY));
      filled = Math.max(filled, articles);
    },
    stop: () => void child.kill(),
  };
}
