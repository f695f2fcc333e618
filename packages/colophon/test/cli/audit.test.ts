import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createSealer } from "@colophon/database";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openSite, type TestSite } from "./support/run.ts";

const SECRET = { CMS_SECRET: "a secret for tests only" };
let site: TestSite;
beforeAll(async () => void (site = await openSite()));
afterAll(() => site.close());

const seal = () => createSealer(site.database).seal();

test("a user and a key that a command creates are rows of the system's", async () => {
  await site.cms(["users", "create", "ines@example.com", "--role", "editor"]);
  await site.cms(["keys", "create", "website", "--role", "editor"]);

  const rows = await site.sql("select action, entity, actor_kind from cms.audit order by seq desc limit 2");
  expect(rows).toEqual([
    { action: "create", entity: "_api-key", actor_kind: null },
    { action: "create", entity: "_user", actor_kind: null },
  ]);
});

test("a complete chain is confirmed, and its head is found again until the log is rewritten", async () => {
  await seal();
  const head = join(site.folder, "head.json");
  const printed = await site.cms(["audit", "head"], SECRET);
  await writeFile(head, printed.stdout);
  expect(JSON.parse(printed.stdout)).toMatchObject({ number: expect.stringMatching(/^\d+$/), signature: expect.any(String) });

  const complete = await site.cms(["audit", "verify", "--head", head], SECRET);
  expect([complete.status, complete.stdout]).toEqual([0, ""]);
  expect(complete.stderr).toMatch(/^The chain of the audit log is complete: \d+ rows/);

  await site.sql("update cms.audit set address = '203.0.113.1' where seq = (select max(seq) from cms.audit)");
  const changed = await site.cms(["audit", "verify"]);
  expect([changed.status, changed.stdout]).toEqual([2, expect.stringMatching(/^\d+: Its row, or its seal, was changed\.\n$/)]);

  await site.sql("truncate cms.audit, cms.audit_seals");
  await site.cms(["keys", "create", "other", "--role", "editor"]);
  await seal();
  expect((await site.cms(["audit", "verify"])).status).toBe(0);
  const rewritten = await site.cms(["audit", "verify", "--head", head], SECRET);
  expect([rewritten.status, rewritten.stdout]).toEqual([2, expect.stringContaining("This row was removed")]);
});

test("a head that was changed, or signed with another key, is refused", async () => {
  await seal();
  const head = join(site.folder, "forged.json");
  const { stdout } = await site.cms(["audit", "head"], SECRET);
  await writeFile(head, JSON.stringify({ ...JSON.parse(stdout), number: "1", hash: "0".repeat(64) }));

  const forged = await site.cms(["audit", "verify", "--head", head], SECRET);
  await writeFile(head, stdout);
  const other = await site.cms(["audit", "verify", "--head", head], { CMS_SECRET: "another secret for tests" });

  expect([forged.status, forged.stderr]).toEqual([1, expect.stringContaining("The signature of the head is wrong")]);
  expect([other.status, other.stderr]).toEqual([1, expect.stringContaining("another key")]);
});

test("the log is exported as JSON lines, to a file or to stdout", async () => {
  await seal();
  const file = join(site.folder, "audit.jsonl");

  const toFile = await site.cms(["audit", "export", file]);
  const toStdout = await site.cms(["audit", "export", "-"]);

  const text = await readFile(file, "utf8");
  expect(toStdout.stdout).toBe(text);
  expect(JSON.parse(text.split("\n")[0] ?? "")).toMatchObject({
    number: 1,
    action: "create",
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(toFile.stderr).toBe("1 rows exported.\n");
});

test("an import is one row, a trial of one none", async () => {
  await site.cms(["users", "create", "nora@example.com", "--role", "editor"]);
  const archive = join(site.folder, "site.tar");
  expect((await site.cms(["export", archive])).status).toBe(0);
  await site.sql("truncate cms.audit");

  const trial = await site.cms(["import", archive, "--overwrite", "--dry-run"]);
  const stored = await site.cms(["import", archive, "--overwrite"]);

  expect([trial.status, stored.status]).toEqual([0, 0]);
  expect(await site.sql("select action, entity, actor_kind from cms.audit")).toEqual([
    { action: "import", entity: null, actor_kind: null },
  ]);
});
