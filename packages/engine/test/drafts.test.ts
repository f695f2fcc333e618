import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { compileSchema } from "../src/index.ts";
import type { Principal } from "../src/index.ts";
import { configOf } from "./support/config.ts";
import { openTables } from "./support/real-tables.ts";
import type { TestTables } from "./support/real-tables.ts";
import { createWriter } from "./support/writer.ts";

const schema = compileSchema(
  configOf({
    locales: ["en", "de"],
    entities: [
      { name: "tag", fields: [] },
      {
        name: "post",
        versions: true,
        fields: [
          { name: "title", type: "text", required: true },
          { name: "slug", type: "slug", from: "title" },
          { name: "n", type: "number" },
          { name: "at", type: "datetime" },
          { name: "version", type: "text" },
          { name: "seo", type: "object", fields: [{ name: "tag", type: "relation", to: "tag" }] },
          { name: "main", type: "relation", to: "tag" },
          { name: "tags", type: "relation", to: "tag", many: true },
          { name: "code", type: "text", immutable: true },
        ],
      },
      { name: "short", versions: { limit: 2 }, fields: [{ name: "title", type: "text" }] },
      {
        name: "page",
        translatable: true,
        versions: true,
        fields: [
          { name: "slug", type: "slug" },
          { name: "sku", type: "text", unique: true },
        ],
      },
      { name: "site", global: true, versions: true, fields: [{ name: "title", type: "text", required: true }] },
      { name: "plain", fields: [] },
    ],
    roles: [
      { name: "admin", isAdmin: true },
      { name: "editor", permissions: { post: { create: true, read: true, update: { filter: { n: { $lt: 10 } } } } } },
      { name: "reader", permissions: { post: { read: true } } },
    ],
  }),
);
const admin: Principal = { kind: "user", role: "admin", userId: randomUUID() };
const principalOf = (role: string): Principal => ({ kind: "user", role, userId: randomUUID() });

let tables: TestTables;
let writer: ReturnType<typeof createWriter>;
beforeAll(async () => {
  tables = await openTables();
  await tables.apply(schema);
  writer = createWriter(schema, tables.client, admin);
});
afterAll(() => tables.close());

async function history(id: string | null): Promise<[number, string, boolean, boolean][]> {
  const { rows } = await tables.client.query(
    "select number, status, pending, published from cms.versions where record_id = $1 order by number",
    [id],
  );
  return rows.map((row) => [row.number, row.status, row.pending, row.published]);
}
const live = (id: string) => writer.read("post", id);
const draft = (id: string) => writer.read("post", id, { draft: true });

describe("a draft of a published record", () => {
  test("never changes a live read, and is visible in a draft read", async () => {
    const [first, second] = [await writer.create("tag", {}), await writer.create("tag", {})];
    const { id, record } = await writer.create("post", {
      title: "Live",
      n: 1,
      at: "2024-01-01T00:00:00Z",
      version: "v",
      main: first.id,
      tags: [first.id],
    });

    const saved = await writer.saveDraft("post", id, { title: "Next", tags: [second.id, first.id], seo: { tag: second.id }, version: "w" });

    expect(saved).toMatchObject({
      version: 2,
      record: {
        ...record,
        updatedAt: expect.any(String),
        title: "Next",
        tags: [second.id, first.id],
        seo: { tag: second.id },
        version: "w",
        _status: "modified",
      },
    });
    expect(await live(id)).toEqual({ ...record, _status: "modified" });
    expect(await draft(id)).toEqual(saved.record);
    expect(await history(id)).toEqual([
      [1, "published", false, true],
      [2, "draft", true, false],
    ]);
  });

  test("combines several saves, also concurrent ones", async () => {
    const { id } = await writer.create("post", { title: "Live" });
    const writers = await Promise.all([0, 1, 2].map(async () => createWriter(schema, await tables.connect(), admin)));

    await Promise.all([
      writers[0]?.saveDraft("post", id, { title: "Next" }),
      writers[1]?.saveDraft("post", id, { n: 5 }),
      writers[2]?.saveDraft("post", id, { version: "x" }),
    ]);

    expect(await draft(id)).toMatchObject({ title: "Next", n: 5, version: "x" });
    expect((await history(id)).filter(([, , pending]) => pending)).toHaveLength(1);
    expect(await history(id)).toHaveLength(4);
  });

  test("becomes live when it is published, and its version row is updated instead of adding one", async () => {
    const tag = await writer.create("tag", {});
    const { id } = await writer.create("post", { title: "Live", n: 1 });
    await writer.saveDraft("post", id, { title: "Next", tags: [tag.id] });

    const { record, version } = await writer.publish("post", id);

    expect(version).toBe(3);
    expect(record).toMatchObject({ title: "Next", n: 1, tags: [tag.id], slug: expect.stringMatching(/^live/), _status: "published" });
    expect(await live(id)).toEqual(record);
    expect(await history(id)).toEqual([
      [1, "published", false, false],
      [2, "published", false, true],
    ]);
  });

  test("is kept by a plain update, and then outdated: publishing needs force", async () => {
    const { id } = await writer.create("post", { title: "Live" });
    await writer.saveDraft("post", id, { title: "Next" });
    await writer.update("post", id, { n: 7 });

    expect(await live(id)).toMatchObject({ title: "Live", n: 7, _status: "modified" });
    await expect(writer.publish("post", id)).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(writer.publish("post", id, { force: true })).resolves.toMatchObject({ record: { title: "Next", n: null } });
  });

  test("is dropped by discarding it, and stays in the history", async () => {
    const { id, record } = await writer.create("post", { title: "Live" });
    await writer.saveDraft("post", id, { title: "Next" });

    await expect(writer.discard("post", id)).resolves.toMatchObject({ id, version: 1, record });

    expect(await draft(id)).toEqual(record);
    expect(await history(id)).toEqual([
      [1, "published", false, true],
      [2, "draft", false, false],
    ]);
  });

  test("loses the reference to a record that is deleted meanwhile", async () => {
    const [first, second] = [await writer.create("tag", {}), await writer.create("tag", {})];
    const { id } = await writer.create("post", { title: "Live" });
    await writer.saveDraft("post", id, { main: first.id, tags: [first.id, second.id] });
    await writer.remove("tag", first.id);

    expect(await draft(id)).toMatchObject({ main: null, tags: [second.id], _status: "modified" });
    await expect(writer.publish("post", id)).resolves.toMatchObject({ record: { main: null, tags: [second.id] } });
  });

  test("is refused for a target that doesn't exist, although no foreign key checks it", async () => {
    const { id } = await writer.create("post", { title: "Live" });

    await expect(writer.saveDraft("post", id, { main: randomUUID(), tags: [randomUUID()] })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: expect.arrayContaining([
        { field: "main", message: "there is no such record" },
        { field: "tags.0", message: "there is no such record" },
      ]),
    });
    expect(await history(id)).toHaveLength(1);
  });

  test("follows the update filter, also for its result", async () => {
    const editor = createWriter(schema, tables.client, principalOf("editor"));
    const { id } = await writer.create("post", { title: "Live", n: 1 });
    const beyond = await writer.create("post", { title: "Live", n: 11 });

    await expect(editor.saveDraft("post", beyond.id, { title: "x" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(editor.saveDraft("post", id, { n: 12 })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(editor.unpublish("post", beyond.id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(createWriter(schema, tables.client, principalOf("reader")).discard("post", id)).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    expect(await history(id)).toHaveLength(1);
  });

  test("can't change an immutable field", async () => {
    const { id } = await writer.create("post", { title: "Live", code: "A" });

    await expect(writer.saveDraft("post", id, { code: "B" })).rejects.toMatchObject({ details: [{ field: "code" }] });
  });
});

describe("a record that is not published", () => {
  test("is visible in draft reads only, and stored in its row", async () => {
    const { id } = await writer.create("post", { n: 1 }, { draft: true });
    await writer.saveDraft("post", id, { title: "Later" });

    expect(await live(id)).toBeNull();
    expect(await draft(id)).toMatchObject({ title: "Later", slug: "later", n: 1, publishedAt: null, _status: "draft" });
    expect(await history(id)).toEqual([
      [1, "draft", false, false],
      [2, "draft", true, false],
    ]);
    const { rows } = await tables.client.query("select title, version from content.post where id = $1", [id]);
    expect(rows).toEqual([{ title: "Later", version: 2 }]);
  });

  test("is published in full or not at all", async () => {
    const { id } = await writer.create("post", { n: 1 }, { draft: true });

    await expect(writer.publish("post", id)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: [{ field: "title", message: "is required" }],
    });
    await writer.saveDraft("post", id, { title: "Now" });

    await expect(writer.publish("post", id)).resolves.toMatchObject({ record: { title: "Now", publishedAt: expect.any(String) } });
    expect(await history(id)).toEqual([
      [1, "draft", false, false],
      [2, "published", false, true],
    ]);
  });

  test("is deleted with its history when its draft is discarded", async () => {
    const { id } = await writer.create("post", { title: "Never" }, { draft: true });
    await writer.saveDraft("post", id, { n: 1 });

    await expect(writer.discard("post", id)).resolves.toMatchObject({ record: { id } });

    expect(await draft(id)).toBeNull();
    expect(await history(id)).toEqual([]);
  });

  test("has its newest content as the draft after unpublishing, and is not deleted by discarding", async () => {
    const tag = await writer.create("tag", {});
    const { id } = await writer.create("post", { title: "Live", n: 1 });
    await writer.saveDraft("post", id, { title: "Next", tags: [tag.id] });

    const { record } = await writer.unpublish("post", id);

    expect(record).toMatchObject({ title: "Next", n: 1, tags: [tag.id], publishedAt: null, _status: "draft" });
    expect(await live(id)).toBeNull();
    await expect(writer.discard("post", id)).resolves.toMatchObject({ record: { title: "Next" } });
    await writer.saveDraft("post", id, { n: 2 });
    await expect(writer.discard("post", id)).resolves.toMatchObject({ record: { title: "Next", n: 2 } });
    await expect(writer.publish("post", id)).resolves.toMatchObject({ record: { title: "Next", n: 2, tags: [tag.id] } });
    await expect(writer.unpublish("post", id)).resolves.toMatchObject({ record: { publishedAt: null } });
    await expect(writer.unpublish("post", id)).resolves.toMatchObject({ record: { publishedAt: null } });
  });
});

describe("unique values", () => {
  test("are reserved by a draft against rows, drafts and new slugs, until the draft ends", async () => {
    const [first, second] = [await writer.create("post", { title: "First one" }), await writer.create("post", { title: "Second one" })];
    await writer.saveDraft("post", first.id, { slug: "wanted" });

    await expect(writer.saveDraft("post", second.id, { slug: "wanted" })).rejects.toMatchObject({
      code: "CONFLICT",
      details: [{ field: "slug", message: "is already taken" }],
    });
    await expect(writer.update("post", second.id, { slug: "wanted" })).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(writer.create("post", { title: "x", slug: "wanted" })).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(writer.saveDraft("post", second.id, { slug: "first-one" })).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(writer.create("post", { title: "Wanted" })).resolves.toMatchObject({ record: { slug: "wanted-2" } });
    await writer.discard("post", first.id);

    await expect(writer.update("post", second.id, { slug: "wanted" })).resolves.toMatchObject({ record: { slug: "wanted" } });
  });

  test("are reserved per language", async () => {
    const english = await writer.create("page", { slug: "a", sku: "1" });
    const german = await writer.create("page", { locale: "de", translationGroup: english.record["translationGroup"], slug: "b", sku: "2" });
    await writer.saveDraft("page", english.id, { sku: "9" });

    await expect(writer.saveDraft("page", german.id, { sku: "9" })).resolves.toBeTruthy();
    await expect(writer.create("page", { sku: "9" })).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test("of two drafts that save one value concurrently, exactly one gets it", async () => {
    const ids = await Promise.all([1, 2, 3, 4].map(async () => (await writer.create("post", { title: "Racer" })).id));
    const writers = await Promise.all(ids.map(async () => createWriter(schema, await tables.connect(), admin)));

    const results = await Promise.allSettled(writers.map((writer, at) => writer.saveDraft("post", ids[at] ?? null, { slug: "prize" })));

    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
  });
});

test("a limit counts pinned rows and never deletes them", async () => {
  const { id } = await writer.create("short", { title: "1" });
  for (const title of ["2", "3", "4"]) await writer.saveDraft("short", id, { title });
  expect(await history(id)).toEqual([
    [1, "published", false, true],
    [4, "draft", true, false],
  ]);

  await writer.publish("short", id);
  await writer.update("short", id, { title: "5" });

  expect(await history(id)).toEqual([
    [4, "published", false, false],
    [5, "published", false, true],
  ]);
});

test("a global has drafts too", async () => {
  await writer.create("site", {}, { draft: true });
  expect(await writer.read("site", null)).toBeNull();
  await writer.saveDraft("site", null, { title: "Soon" });

  await expect(writer.publish("site", null)).resolves.toMatchObject({ record: { title: "Soon" } });
  expect(await writer.read("site", null)).toMatchObject({ title: "Soon" });
});

test("an entity without versions has no such routes", async () => {
  const { id } = await writer.create("plain", {});

  await expect(writer.saveDraft("plain", id, {})).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(writer.unpublish("plain", id)).rejects.toMatchObject({ code: "NOT_FOUND" });
});
