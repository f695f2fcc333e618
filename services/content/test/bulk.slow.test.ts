import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { eventually } from "../../../tests/support/eventually.ts";
import { createDesk, desk } from "./support/desk.ts";
import { current } from "./support/hooked-site.ts";
import { startService, type Client, type TestService } from "./support/service.ts";

let service: TestService;
let admin: Client;
let make: ReturnType<typeof createDesk>["make"];

beforeAll(async () => {
  service = await startService(desk);
  admin = service.as("admin");
  ({ make } = createDesk(service));
});
afterAll(() => service?.stop());
beforeEach(() => {
  current.hooks = {};
});

/** Waits until no transaction is open. */
async function settled(): Promise<void> {
  const text = "select count(*)::int as open from pg_stat_activity where state like 'idle in transaction%'";
  await eventually(async () => (await service.database.one<{ open: number }>({ text }))?.open === 0, { everyMs: 100 });
}

test("a bulk request has ten seconds in total; after that it is 503 and nothing is written", async () => {
  const ids = await Promise.all(Array.from({ length: 3 }, (_, n) => make("note", { title: `slow ${n}` })));
  current.hooks = { beforeUpdate: () => sleep(4_000) };

  const answer = await admin.post("/api/note/bulk", { action: "update", ids, data: { title: "late" } });
  await settled();
  const written = (await admin.get("/api/note?limit=0&filter[title]=late")).json.meta.total;

  expect([answer.status, answer.headers.get("retry-after"), written]).toEqual([503, "1", 0]);
});

test("with less time per record, the result is the same", async () => {
  const ids = await Promise.all(Array.from({ length: 3 }, (_, n) => make("note", { title: `quick ${n}` })));
  current.hooks = { beforeUpdate: () => sleep(200) };

  const answer = await admin.post("/api/note/bulk", { action: "update", ids, data: { title: "in time" } });

  expect([answer.status, (await admin.get("/api/note?limit=0&filter[title]=in%20time")).json.meta.total]).toEqual([200, 3]);
});
