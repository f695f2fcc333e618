import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { ConfigDefinition } from "@colophon/config";
import { createSealer, LOCKS } from "@colophon/database";
import { eventually } from "../../../tests/support/eventually.ts";
import { createTestLog } from "../../../tests/support/test-log.ts";
import { auditJobs } from "../src/audit/audit.jobs.ts";
import { startService, type TestService } from "./support/service.ts";

const own = { filter: { section: "culture" } };
const SITE: ConfigDefinition = {
  entities: [
    {
      name: "article",
      fields: [
        { name: "title", type: "text" },
        { name: "section", type: "text" },
      ],
    },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "editor", permissions: { article: { read: true, update: own } } },
  ],
};
let site: TestService;
/** The same site in a process whose reads wait for no seal. */
let impatient: TestService;

beforeAll(async () => {
  site = await startService(SITE);
  impatient = await startService(SITE, { on: site.postgres, auditWaitMs: 0 });
});
afterAll(async () => {
  await impatient.stop();
  await site.stop();
});
beforeEach(() => site.database.run({ text: "truncate cms.audit, cms.audit_seals" }));

const make = async (section: string): Promise<string> =>
  (await site.as("admin").post("/api/article", { title: "one", section })).json.data.id;
const logOf = async (service: TestService): Promise<number> => (await service.as("admin").get("/api/_audit")).json.data.length;
const waits = { text: "select from cms.audit a where not exists (select from cms.audit_seals s where s.seq = a.seq)" };

/** While another process seals, and its transaction goes on. */
async function whileAnotherSeals<T>(work: () => Promise<T>): Promise<T> {
  const taken = await site.database.pool.connect();
  await taken.query("begin");
  try {
    await taken.query(`select pg_advisory_xact_lock(${LOCKS.audit.number})`);
    return await work();
  } finally {
    await taken.query("rollback");
    taken.release();
  }
}

test("a read of the log waits until rows that were committed before it are sealed", async () => {
  await make("culture");
  const { reading, isAnswered } = await whileAnotherSeals(async () => {
    const answered: number[] = [];
    const asked = logOf(site).then((rows) => void answered.push(rows));
    await eventually(async () => (await logOf(impatient)) === 0); // a read that doesn't wait is answered meanwhile
    return { reading: asked.then(() => answered[0]), isAnswered: answered.length > 0 };
  });

  expect(isAnswered).toBe(false);
  expect(await reading).toBe(1);
});

test("a read that has waited for its time shows the sealed rows only", async () => {
  await make("culture");
  await createSealer(site.database).seal();
  await make("culture");

  const shown = await whileAnotherSeals(() => logOf(impatient));

  expect(shown).toBe(1);
  expect(await site.database.run(waits)).toHaveLength(1);
  expect(await logOf(site)).toBe(2);
});

test("rows are sealed several times a second, and the newest hash is logged each minute", () => {
  const { database, schema } = site;
  const { log } = createTestLog("content");

  const jobs = auditJobs({ config: schema.config, database, sealer: createSealer(database), log });

  expect(jobs.map(({ name, everyMs }) => [name, everyMs])).toEqual([
    ["seal-audit", 150],
    ["log-audit-head", 60_000],
    ["drop-audit", 600_000],
  ]);
});

test("a history is only for those whose row filter for updates accepts the record now", async () => {
  const [mine, other] = [await make("culture"), await make("sport")];
  const editor = site.as("editor");
  const statuses = async () => [
    (await editor.get(`/api/article/${mine}/history`)).status,
    (await editor.get(`/api/article/${other}/history`)).status,
  ];
  const before = await statuses();
  await site.as("admin").put(`/api/article/${mine}`, { section: "sport" });

  expect(before).toEqual([200, 403]);
  expect(await statuses()).toEqual([403, 403]);
});
