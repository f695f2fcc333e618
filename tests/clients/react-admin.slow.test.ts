import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { leaseTestSite } from "../support/stack/leased-site.ts";
import type { TestSite } from "../support/stack/stack.ts";

/** The programs run in a separate process, because React reads `window` when it is loaded. */
const FOLDER = join(import.meta.dirname, "..", "react-admin");
const COMPILER = join(import.meta.dirname, "../../node_modules/typescript/bin/tsc");
const run = promisify(execFile);

let stack: TestSite;
let seen: ReturnType<typeof JSON.parse>;
beforeAll(async () => {
  stack = await leaseTestSite(join(import.meta.dirname, "site.config.ts"));
  const apiKey = (await stack.admin.post("/api/_api-keys", { name: "Clients", role: "admin" })).data.key;
  const options = { cwd: FOLDER, env: { ...process.env, NODE_OPTIONS: "" }, timeout: 240_000 };
  seen = JSON.parse((await run(process.execPath, ["hooks.process.ts", stack.url, apiKey], options)).stdout);
});
afterAll(async () => stack?.stop());

const titles = ({ answer }: { answer: { data: { title: string }[] } }) => answer.data.map(({ title }) => title);

test("the types of the data provider are those of react-admin", async () => {
  const output = await run(process.execPath, [COMPILER, "--project", FOLDER]).catch(({ stdout }: { stdout: string }) => ({ stdout }));

  expect(output.stdout).toBe("");
});

test("useGetList pages, sorts, and filters through relations in one request", () => {
  expect([titles(seen.list), seen.list.answer.total]).toEqual([["Story 3", "Story 2"], 3]);
  expect(seen.list.sent).toEqual(["GET /api/article?filter[author.name]=Ann&filter[rank][$gte]=1&limit=2&offset=0&sort=-rank"]);
});

test("useGetList searches by q, and sorts through relations", () => {
  expect([titles(seen.searched), seen.searched.answer.total]).toEqual([["Story 3", "Story 2"], 3]);
  expect(seen.searched.sent).toEqual(["GET /api/article?q=story&limit=2&offset=0&sort=-rank"]);
  expect(titles(seen.sorted).at(-1)).toBe("Another"); // records without an author are last
  expect(seen.sorted.sent).toEqual(["GET /api/article?limit=10&offset=0&sort=author.name"]);
});

test("useGetOne embeds the records that meta names", () => {
  expect(seen.one.answer.data).toMatchObject({ id: seen.ids[0], title: "Story 1", author: { name: "Ann" } });
});

test("useGetMany is one request", () => {
  expect(titles(seen.many).toSorted()).toEqual(["Story 1", "Story 2", "Story 3"]);
  expect(seen.many.sent).toHaveLength(1);
});

test("useGetManyReference finds the references to a record", () => {
  expect([titles(seen.reference), seen.reference.answer.total]).toEqual([["Story 3", "Story 1"], 2]);
  expect(seen.reference.sent).toHaveLength(1);
});

test("useCreate and useUpdate return the record", () => {
  expect(seen.created).toMatchObject({ id: expect.any(String), name: "Bob" });
  expect(seen.updated.answer).toMatchObject({ id: seen.ids[0], title: "Changed", rank: 1 });
});

test("useUpdateMany and useDeleteMany are one request each", () => {
  expect(seen.updatedMany).toEqual({ answer: seen.ids, sent: ["POST /api/article/bulk"] });
  expect(seen.sections).toEqual(["culture", "culture", "culture"]);
  expect(seen.deletedMany).toEqual({ answer: seen.ids, sent: ["POST /api/article/bulk"] });
  expect(seen.left.data.map(({ title }: { title: string }) => title)).toEqual(["Another"]);
});

test("a global is the record with the name of its resource", () => {
  expect(seen.savedGlobal).toMatchObject({ answer: { id: "settings", theme: "dark" }, sent: ["PUT /api/settings"] });
  expect(seen.global).toMatchObject({ answer: { data: { id: "settings", theme: "dark" } }, sent: ["GET /api/settings?"] });
});

test("a chosen file is uploaded", () => {
  expect(seen.file).toMatchObject({ answer: { _type: "_file", size: 4 }, sent: ["POST /api/assets/upload"] });
});

test("a deletion of one record is one request, and a refusal names the fields of the form", () => {
  expect(seen.deleted.sent).toEqual([expect.stringMatching(/^DELETE \/api\/author\/[0-9a-f-]{36}$/)]);
  expect(seen.refused).toEqual({ status: 400, code: "VALIDATION_ERROR", errors: { title: expect.any(String) } });
});
