import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { eventually } from "../support/eventually.ts";
import type { Client } from "../support/http/client.ts";
import { NODE_ENVIRONMENT } from "../support/machine/node-environment.ts";
import { environmentOf, HAS_REPLICAS, startReplica } from "../support/stack/replica.ts";
import type { Replica } from "../support/stack/replica.ts";
import { PATIENT, SEPARATE, startTestStack } from "../support/stack/stack.ts";
import type { TestStack } from "../support/stack/stack.ts";
import { failuresAmong, startLoad } from "./load.ts";

const MIGRATE = join(import.meta.dirname, "../../services/content/src/migrate.ts");
const TWO_ADDRESSES = join(import.meta.dirname, "../support/stack/two-addresses.process.ts");

/** On a busy machine, requests reach the gateway's time limit. Without other programs, QUIET_MACHINE=1 checks that none does. */
const IS_QUIET = process.env["QUIET_MACHINE"] === "1";
const TOO_SLOW = /did not answer within/;

const siteWith = (fields: readonly object[]) => ({
  entities: [
    { name: "tag", fields: [{ name: "label", type: "text" }] },
    { name: "post", versions: true, fields: [{ name: "body", type: "text", required: true, searchable: true }, ...fields] },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "visitor", public: true, permissions: { post: { read: true } } },
  ],
});
const tags = { type: "relation", to: "tag", many: true };
const BEFORE = siteWith([
  { name: "title", type: "text", index: true, searchable: true },
  { name: "tags", ...tags },
  { name: "note", type: "text" },
]);
const AFTER = siteWith([
  { name: "headline", type: "text", index: true, searchable: true, renamedFrom: "title" },
  { name: "labels", ...tags, renamedFrom: "tags" },
  { name: "lead", type: "text", default: "read on" },
]);

const folder = mkdtempSync(join(tmpdir(), "colophon-release-"));
const configFile = join(folder, "site.config.js");
const release = (site: object) => writeFileSync(configFile, `export default ${JSON.stringify(site)};\n`);

let stack: TestStack;
let other: Replica;
let gateway: Replica;
let client: Client;
let variables: { readonly HOST: string; readonly PORT: string };
beforeAll(async () => {
  if (!HAS_REPLICAS) return;
  release(BEFORE);
  stack = await startTestStack({ configFile, variables: { ...SEPARATE, ...PATIENT } });
  const { PORT: port = "" } = await environmentOf(stack, "content");
  variables = { HOST: "127.0.0.2", PORT: port };
  other = await startReplica(stack, "content", { variables });
  gateway = await startReplica(stack, "gateway", { variables: { CONTENT_URL: `http://replicas.test:${port}` }, preload: TWO_ADDRESSES });
  expect([await other.ready(), await gateway.ready()]).toEqual([true, true]);
  client = stack.admin
    .withoutRetries()
    .at(gateway.url)
    .withContract(() => undefined); // during the release, answers may follow either description
});
afterAll(async () => {
  await Promise.all([other?.stop(), gateway?.stop()]);
  await stack?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Applies the schema of the new release, as before the start of new replicas. */
async function migrate(): Promise<void> {
  const env = { ...NODE_ENVIRONMENT, DATABASE_URL: stack.databaseUrl, CMS_CONFIG: configFile, ALLOW_DATA_LOSS: "post.note" };
  const child = spawn(process.execPath, [MIGRATE], { env, stdio: ["ignore", "ignore", "inherit"] });
  expect(await once(child, "close")).toEqual([0, null]);
}

/** Stops a process of the stack; its supervisor restarts it. */
async function restart(name: string): Promise<void> {
  const old = await stack.pidOf(name);
  process.kill(Number(old), "SIGTERM");
  await eventually(async () => ![old, null].includes(await stack.pidOf(name)));
}

/** Sends reads and writes that are valid in both configurations, and lists, drafts and searches, whose fields depend on the configuration. */
function startRequests(ids: readonly string[]) {
  const at = (number: number) => `/api/post/${ids[number % ids.length]}`;
  const kinds: readonly ((number: number) => ReturnType<Client["get"]>)[] = [
    () => client.get("/api/post?limit=5"),
    (number) => client.post("/api/post", { body: `made ${number}` }),
    (number) => client.get(at(number)),
    (number) => client.put(`${at(number)}?draft=true`, { body: `draft ${number}` }),
    () => client.get("/api/post?draft=true&limit=5"),
    (number) => client.put(at(number), { body: `written ${number}` }),
  ];
  return startLoad(20, (number) => (kinds[number % kinds.length] ?? kinds[0]!)(number), { atOnce: 5 });
}

/** The errors in the logs of the content processes and the gateway, because the answer to a failed request doesn't contain the reason. */
async function loggedErrors(): Promise<string[]> {
  const printed = [await stack.printed(), other.printed(), gateway.printed()];
  return printed.flatMap((lines) => lines.split("\n")).filter((line) => /\berror\b/i.test(line));
}

async function isFinished(): Promise<boolean> {
  const database = new pg.Client({ connectionString: stack.databaseUrl });
  await database.connect();
  const { rows } = await database.query("select from cms.schema_state where superseded_at is null and leftovers is null");
  await database.end();
  return rows.length === 1;
}

(HAS_REPLICAS ? describe : describe.skip)("with two replicas of content", () => {
  test("renamed, dropped and new fields are released replica by replica under load: no request fails, and no data is lost", async () => {
    const tag = await client.post("/api/tag", { label: "kept" });
    const posts = await Promise.all(
      Array.from({ length: 12 }, (_, at) => client.post("/api/post", { body: "x", title: `title ${at}`, note: "n", tags: [tag.data.id] })),
    );
    const ids = posts.map(({ data }) => data.id);
    await client.put(`/api/post/${ids[0]}?draft=true`, { title: "draft of 0" });

    const first = startRequests(ids);
    const searches = startLoad(4, () => client.get("/api/search?q=title"), { atOnce: 1 });
    release(AFTER);
    await migrate();
    expect(await other.stop()).toBe(0);
    other = await startReplica(stack, "content", { variables });
    expect(await other.ready()).toBe(true);
    const results = [...(await first.stop()), ...(await searches.stop())];
    for (const { name } of stack.processes) if (!["gateway", "content"].includes(name)) await restart(name);
    await eventually(async () => (await fetch(`${gateway.url}/api/health`)).ok);
    const wasFinished = await isFinished();
    const second = startRequests(ids);
    await restart("content");
    await eventually(isFinished);
    results.push(...(await second.stop()));

    const failures = failuresAmong(results);
    const logged = failures.length > 0 ? await loggedErrors() : [];
    const refusals = logged.filter((line) => line.includes("SERVICE_UNAVAILABLE") && line.includes("requestId"));
    const late = IS_QUIET ? [] : refusals.filter((line) => TOO_SLOW.test(line));
    const isExplained = failures.length <= late.length && failures.every((failure) => failure.startsWith("503 "));
    expect(isExplained && late.length === refusals.length ? [] : [...failures, ...logged]).toEqual([]);
    expect(wasFinished).toBe(false);
    const stored = await Promise.all(ids.map((id) => client.get(`/api/post/${id}`)));
    expect(stored.map(({ data }) => [data.headline, data.labels, data.lead])).toEqual(
      ids.map((_, at) => [`title ${at}`, [tag.data.id], "read on"]),
    );
    const draft = await client.get(`/api/post/${ids[0]}?draft=true`);
    expect(draft.data.headline).toBe("draft of 0");
    const made = results.filter(({ status }) => status === 201).length;
    const { body } = await client.get("/api/post?limit=0&count=exact");
    expect(body.meta.total).toBe(ids.length + made);
  });
});
