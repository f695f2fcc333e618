import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { FieldDefinition } from "@colophon/config";
import { compileSchema, createEngine, incompatibilities, parseStored } from "../src/index.ts";
import type { Principal, HistoryRow, VersionRow } from "../src/index.ts";
import { configOf } from "./support/config.ts";
import { openTables, run } from "./support/real-tables.ts";
import type { TestTables } from "./support/real-tables.ts";
import { createWriter } from "./support/writer.ts";

const schemaOf = (fields: FieldDefinition[]) =>
  compileSchema(
    configOf({
      entities: [
        { name: "post", versions: true, fields },
        { name: "tag", fields: [] },
      ],
      roles: [
        { name: "admin", isAdmin: true },
        {
          name: "editor",
          permissions: {
            post: {
              read: { fields: { exclude: ["secret"] } },
              update: { filter: { title: { $ne: "locked" } }, fields: { exclude: ["secret"] } },
            },
          },
        },
        { name: "calm", permissions: { post: { read: { filter: { mood: "calm", tags: { $null: true } } }, update: true } } },
        { name: "reader", permissions: { post: { read: true } } },
      ],
    }),
  );
const FIELDS: FieldDefinition[] = [
  { name: "title", type: "text", required: true },
  { name: "secret", type: "text" },
  { name: "mood", type: "select", options: ["calm", "wild"] },
  {
    name: "seo",
    type: "object",
    fields: [
      { name: "shown", type: "text" },
      { name: "kept", type: "text", hidden: true },
    ],
  },
  { name: "tags", type: "relation", to: "tag", many: true },
];
const schema = schemaOf(FIELDS);
const principalOf = (role: string): Principal & { kind: "user" } => ({ kind: "user", role, userId: randomUUID() });
const [admin, editor, reader] = [principalOf("admin"), principalOf("editor"), principalOf("reader")];

let tables: TestTables;
let writer: ReturnType<typeof createWriter>;
beforeAll(async () => {
  tables = await openTables();
  await tables.apply(schema);
  writer = createWriter(schema, tables.client, admin);
});
afterAll(() => tables.close());

async function historyOf(id: string, principal: Principal = admin, page = { limit: 25, offset: 0 }) {
  const [found] = await run<HistoryRow>(tables.client, createEngine(schema).as(principal).history("post", id, page), principal);
  return found && { ...found, data: JSON.parse(found.data) as { id: string; number: number }[] };
}
async function versionOf(id: string, versionId: string, principal: Principal = admin) {
  const [found] = await run<VersionRow>(tables.client, createEngine(schema).as(principal).version("post", id, versionId), principal);
  return found && { outcome: found.outcome, data: JSON.parse(found.data ?? "null"), content: JSON.parse(found.content ?? "null") };
}

test("a history is paged, newest first, with authors and pins", async () => {
  const { id } = await writer.create("post", { title: "one" });
  await writer.update("post", id, { title: "two" });
  await writer.saveDraft("post", id, { title: "three" });

  await tables.client.query(
    "insert into cms.users (id, created_at, updated_at, email, name, role) values ($1, now(), now(), 'a@example.org', 'A', 'admin')",
    [admin.userId],
  );
  const summary = { id: expect.any(String), createdAt: expect.stringMatching(/Z$/), createdBy: admin.userId };
  expect(await historyOf(id)).toEqual({
    outcome: "ok",
    total: "3",
    data: [
      { ...summary, number: 3, status: "draft", pinned: true },
      { ...summary, number: 2, status: "published", pinned: true },
      { ...summary, number: 1, status: "published", pinned: false },
    ],
  });
  expect((await historyOf(id, admin, { limit: 1, offset: 1 }))?.data.map(({ number }) => number)).toEqual([2]);
});

test("a history needs the update permission, and a row inside its filter", async () => {
  const { id } = await writer.create("post", { title: "locked" });

  await expect(historyOf(id, reader)).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await historyOf(id, editor)).toMatchObject({ outcome: "forbidden" });
  expect(await historyOf(randomUUID())).toBeUndefined();
  await expect(historyOf("1")).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a version shows the fields that the caller may read, and never hidden ones", async () => {
  const tag = await writer.create("tag", {});
  const { id } = await writer.create("post", { title: "one", secret: "s", seo: { shown: "a", kept: "b" }, tags: [tag.id] });
  const versionId = (await historyOf(id))?.data[0]?.id ?? "";

  expect((await versionOf(id, versionId))?.data.data).toEqual({
    title: "one",
    secret: "s",
    mood: null,
    seo: { shown: "a" },
    tags: [tag.id],
  });
  expect((await versionOf(id, versionId, editor))?.data).toMatchObject({
    id: versionId,
    number: 1,
    data: { title: "one", mood: null, seo: { shown: "a" }, tags: [] },
  });
  expect((await versionOf(id, versionId, editor))?.data.data).not.toHaveProperty("secret");
  expect(await versionOf(id, randomUUID())).toEqual({ outcome: "ok", data: null, content: null });
});

test("a version shows no content that was outside the caller's filter", async () => {
  const tag = await writer.create("tag", {});
  const { id } = await writer.create("post", { title: "seen", mood: "calm" });
  await writer.saveDraft("post", id, { title: "unseen", mood: "wild" });
  await writer.saveDraft("post", id, { title: "tagged", mood: "calm", tags: [tag.id] });
  const versions = (await historyOf(id, principalOf("calm")))?.data ?? [];

  const shown = await Promise.all(versions.map((version) => versionOf(id, version.id, principalOf("calm"))));

  expect(shown.map((version) => version?.data.data)).toEqual([{}, {}, expect.objectContaining({ title: "seen" })]);
});

test("a version is restored as a draft by saving its content", async () => {
  const { id } = await writer.create("post", { title: "old", mood: "wild" });
  const versionId = (await historyOf(id))?.data[0]?.id ?? "";
  await writer.update("post", id, { title: "new", mood: null });
  const found = await versionOf(id, versionId);

  const data = await parseStored(schema, { kind: "system" }, "post", found?.content, { draft: true });
  await run(
    tables.client,
    createEngine(schema)
      .as(admin)
      .saveDraft("post", id, { data, newId: () => randomUUID() }),
    admin,
  );

  expect(await writer.read("post", id, { draft: true })).toMatchObject({ title: "old", mood: "wild", _status: "modified" });
  expect(await writer.read("post", id)).toMatchObject({ title: "new", mood: null });
  expect((await historyOf(id))?.total).toBe("3");
});

test("content that is no longer valid is incompatible, and its fields are named", async () => {
  const now = schemaOf([
    { name: "title", type: "number" },
    { name: "mood", type: "select", options: ["calm"] },
    { name: "added", type: "text", required: true },
  ]);
  const content = { title: "x", mood: "wild", gone: 1 };

  expect(incompatibilities(now, "post", content).map(({ field }) => field)).toEqual(["title", "mood"]);
  await expect(parseStored(now, { kind: "system" }, "post", content, { draft: true })).rejects.toMatchObject({
    code: "VERSION_INCOMPATIBLE",
    details: [{ field: "title" }, { field: "mood" }],
  });
  await expect(parseStored(now, { kind: "system" }, "post", { title: 1 }, { draft: false })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    details: [{ field: "added", message: "is required" }],
  });
  await expect(parseStored(now, { kind: "system" }, "post", { title: 1, gone: 1 }, { draft: true })).resolves.toMatchObject({
    values: { title: 1, mood: null, added: null },
  });
});

test("details never name a field that the role may neither read nor write", () => {
  const details = [
    { field: "secret", message: "is required" },
    { field: "title", message: "is required" },
  ];

  expect(
    createEngine(schema)
      .as(editor)
      .maskDetails("post", details)
      .map(({ field }) => field),
  ).toEqual(["", "title"]);
  expect(createEngine(schema).as(admin).maskDetails("post", details)).toEqual(details);
});
