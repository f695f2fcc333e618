import { renameSync, statSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import pg from "pg";
import { eventually } from "../../../tests/support/eventually.ts";
import { allGone, privateFolder, startFixture } from "./start-fixture.ts";

const folder = privateFolder();
let fixture: ReturnType<typeof startFixture>;

beforeAll(async () => {
  fixture = startFixture(folder.path);
  await fixture.running;
});
afterAll(async () => {
  fixture.child.kill("SIGTERM");
  await fixture.ended;
  folder.remove();
});

test("a service sees the variables that its kind needs and no other secret", async () => {
  const { url } = await fixture.running;
  await eventually(() => fixture.lines.some((line) => line.startsWith("content  │ listening")));

  const gateway = (await (await fetch(url)).json()) as Record<string, string>;
  const content = (await (await fetch(String(gateway["CONTENT_URL"]))).json()) as Record<string, string>;

  expect(gateway["IDENTITY_PRIVATE_KEY"]).toMatch(/^[\w+/]+=*$/);
  expect(gateway).not.toHaveProperty("DATABASE_URL");
  expect(gateway).not.toHaveProperty("CMS_SECRET");
  expect(content["DATABASE_URL"]).toMatch(/^postgresql:\/\/colophon_owner:.{20,}@127\.0\.0\.1:\d+\/postgres$/);
  expect(content["CMS_SECRET"]).toMatch(/^.{40,}$/);
  expect(content).not.toHaveProperty("IDENTITY_PRIVATE_KEY");
});

test("the secrets are readable by their owner only", () => {
  for (const name of ["secret", "postgres-password", "postgres-owner-password"])
    expect(statSync(`${folder.path}/${name}`).mode & 0o777).toBe(0o600);
});

test("the services' owner is no superuser of the embedded PostgreSQL", async () => {
  const { databaseUrl } = await fixture.running;

  expect(await query(databaseUrl, "select rolsuper from pg_roles where rolname = current_user")).toEqual([{ rolsuper: false }]);
});

test("a second start in the same data folder is refused with a sentence", async () => {
  const second = startFixture(folder.path);

  expect(await second.ended).toBe(1);
  expect(second.lines.join("\n")).toContain("Colophon is already running with the data folder");
});

test("a service that exits is restarted, with a message", async () => {
  const { url } = await fixture.running;

  await fetch(`${url}/die`).catch(() => null);

  await eventually(async () => (await fetch(url)).ok, { what: "the gateway answers again" });
  await eventually(() => fixture.lines.some((line) => line.includes("gateway ended (SIGKILL) and restarts in 0.5 s")), {
    what: "the message",
  });
});

test("after a killed runner no process is left, and the next start finds the data, also in a moved folder", async () => {
  const { databaseUrl, processes } = await fixture.running;
  await query(databaseUrl, "create table kept as select 42 as answer");

  fixture.child.kill("SIGKILL");
  await fixture.ended;
  const gone = await allGone(processes.map(({ pid }) => pid));
  renameSync(folder.path, `${folder.path}-moved`);
  fixture = startFixture(`${folder.path}-moved`);
  const again = await fixture.running;

  expect(gone).toBe(true);
  expect(await query(again.databaseUrl, "select answer from kept")).toEqual([{ answer: 42 }]);
});

test("a start right after a killed one stops its remaining processes", async () => {
  const before = await fixture.running;
  fixture.child.kill("SIGKILL");
  await fixture.ended;

  fixture = startFixture(`${folder.path}-moved`);
  const after = await fixture.running;

  expect(await query(after.databaseUrl, "select answer from kept")).toEqual([{ answer: 42 }]);
  expect(await allGone(before.processes.map(({ pid }) => pid))).toBe(true);
});

let renewed: readonly { readonly name: string; readonly pid: number }[];

test("a changed configuration restarts the services in order, and no server of PostgreSQL or Redis", async () => {
  const { processes } = await fixture.running;

  fixture.child.kill("SIGUSR2");
  const line = await eventually(() => fixture.lines.find((text) => text.startsWith("RENEWED ")));

  const after = JSON.parse(line.slice(8)) as typeof processes;
  const restarted = after.filter(({ pid }, at) => pid !== processes[at]?.pid).map(({ name }) => name);
  expect(restarted).toEqual(["gateway", "content"]);
  const drained = () => fixture.lines.filter((text) => text.endsWith("drained"));
  await eventually(() => drained().length === 2, { what: "the lines of both" }); // they arrive beside those of the runner
  expect(drained()).toEqual(["gateway  │ drained", "content  │ drained"]);
  expect(fixture.lines.join("\n")).not.toContain("restarts in");
  renewed = after;
});

test("SIGTERM stops the gateway first, and no process is left", async () => {
  const listening = () => fixture.lines.filter((line) => line.includes("│ listening"));
  await eventually(() => listening().length === 4, { what: "both services run again" });
  fixture.child.kill("SIGTERM");

  expect(await fixture.ended).toBe(0);
  const drained = fixture.lines.filter((line) => line.endsWith("drained"));
  expect(drained.slice(2)).toEqual(["gateway  │ drained", "content  │ drained"]); // two of the restart come first
  expect(await allGone(renewed.map(({ pid }) => pid))).toBe(true);
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
