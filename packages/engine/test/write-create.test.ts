import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { constraintOf } from "../src/index.ts";
import { admin, editor, schema, openWrites } from "./support/writes.ts";
import type { Writes } from "./support/writes.ts";

let writes: Writes;
beforeAll(async () => {
  writes = await openWrites();
});
afterAll(() => writes.tables.close());

describe("a create", () => {
  test("stores a value of every type and returns the whole record", async () => {
    const author = await writes.create(admin, "author", { name: "Ada" });
    const [first, second] = [await writes.create(admin, "tag", { name: "one" }), await writes.create(admin, "tag", { name: "two" })];
    const cover = await writes.makeImage();
    const body = {
      title: "Straße & Größe",
      body: "# Hi",
      story: [{ _type: "p", text: "x" }],
      score: -0.5,
      rank: 9007199254740991,
      live: true,
      day: "2024-02-29",
      at: "2024-02-29T12:00:00+02:00",
      status: "live",
      moods: ["wild", "calm"],
      mail: "A@B.example",
      link: "https://example.com/a?b=c",
      tint: "#aabbcc",
      extra: { any: [1, null, "x"] },
      seo: { headline: "H", photo: cover },
      lines: ["a", "b"],
      parts: [{ _type: "quote", text: "q" }],
      author: author.id,
      tags: [second.id, first.id],
      cover,
      code: "X1",
    };

    const { id, record, version } = await writes.create(admin, "article", body);

    expect(version).toBe(1);
    expect(record).toEqual({
      ...body,
      id,
      _type: "article",
      slug: "strasse-grosse",
      at: "2024-02-29T10:00:00.000Z",
      mail: "a@b.example",
      parts: [{ _type: "quote", _key: "made-key", text: "q" }],
      createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      updatedAt: record.createdAt,
      publishedAt: record.createdAt,
      _createdBy: { type: "user" },
      _updatedBy: { type: "user" },
    });
    expect(await writes.count(`content."article__tags"`, `source_id = '${id}'`)).toBe(2);
  });

  test("fills in defaults, and null or [] for the rest", async () => {
    const { record } = await writes.create(admin, "article", { title: "Only a title" });

    expect(record).toMatchObject({ live: false, status: "draft", body: null, tags: [], author: null, seo: null, lines: null });
  });

  test("keeps the extreme values of every type exactly", async () => {
    const rows = [
      { score: 1.7976931348623157e308, rank: Number.MIN_SAFE_INTEGER, day: "0001-01-01", at: "0001-01-01T00:00:00.000Z" },
      { score: 5e-324, rank: Number.MAX_SAFE_INTEGER, day: "9999-12-31", at: "9999-12-31T23:59:59.999Z" },
      { score: 0.1, rank: 0, day: "2024-02-29", at: "1969-12-31T23:59:59.999Z", extra: ["\u{1F44D}", 1e-7, "'\"\\$1"], lines: [] },
    ];
    for (const body of rows) {
      const { record } = await writes.create(admin, "article", { title: "t", ...body });
      expect(record).toMatchObject(body);
    }
  });

  test("makes slugs distinct by -2, -3 …, also for ten concurrent writers", async () => {
    const clients = await writes.connections(10);

    const made = await Promise.all(clients.map((client) => writes.create(admin, "article", { title: "Race" }, { client })));

    const slugs = made.map(({ record }) => record.slug);
    expect(new Set(slugs)).toEqual(new Set(["race", ...Array.from({ length: 9 }, (_, at) => `race-${at + 2}`)]));
  });

  test("finds the next slug among thousands, and shortens a long one for the suffix", async () => {
    await writes.tables.client.query(`insert into content.article (id, created_at, updated_at, slug)
      select gen_random_uuid(), now(), now(), 'crowd' || case when n = 1 then '' else '-' || n end from generate_series(1, 3000) n`);
    const long = `${"a".repeat(252)} b`;

    await expect(writes.create(admin, "article", { title: "Crowd" })).resolves.toMatchObject({ record: { slug: "crowd-3001" } });
    await expect(writes.create(admin, "article", { title: long })).resolves.toMatchObject({ record: { slug: `${"a".repeat(252)}-b` } });
    await expect(writes.create(admin, "article", { title: long })).resolves.toMatchObject({ record: { slug: `${"a".repeat(252)}-2` } });
  });

  test("never changes a slug that the caller sends", async () => {
    await writes.create(admin, "article", { title: "x", slug: "mine" });

    await expect(writes.create(admin, "article", { title: "x", slug: "mine" })).rejects.toMatchObject({
      code: "23505",
      constraint: "distinct.article.slug",
    });
  });

  test("outside the create filter is forbidden and writes nothing", async () => {
    const before = await writes.count("content.article");

    await expect(writes.create(editor, "article", { title: "t", status: "live" })).rejects.toMatchObject({ code: "FORBIDDEN" });

    expect(await writes.count("content.article")).toBe(before);
  });

  test("returns only the automatic fields without read permission", async () => {
    const { record } = await writes.create(editor, "tag", { name: "secret" });

    expect(Object.keys(record).toSorted()).toEqual(["_type", "createdAt", "id", "publishedAt", "updatedAt"]);
  });

  test("reports a missing nested record, a wrong media type and a file that is too large together", async () => {
    const [missing, tooLarge] = [randomUUID(), await writes.makeImage("image/png", 5000)];

    const refusal = writes.create(admin, "article", { title: "t", seo: { photo: missing }, cover: tooLarge });

    await expect(refusal).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: expect.arrayContaining([
        { field: "seo.photo", message: "there is no such record" },
        { field: "cover", message: "must be at most 1000 bytes" },
      ]),
    });
    await expect(writes.create(admin, "article", { title: "t", cover: await writes.makeImage("text/html") })).rejects.toMatchObject({
      details: [{ field: "cover", message: "must be of type image/*" }],
    });
  });

  test("of a missing direct target violates a foreign key whose name identifies the field", async () => {
    const failure = await writes.create(admin, "article", { title: "t", tags: [randomUUID()] }).catch((error) => error);

    expect(failure.code).toBe("23503");
    expect(constraintOf(schema, failure.constraint)).toEqual({ kind: "reference", entity: "article", fields: ["tags"], target: "tag" });
  });

  test("of a translation is possible once per locale of a group", async () => {
    const first = await writes.create(admin, "page", { title: "Same" });
    const group = first.record.translationGroup;

    const german = await writes.create(admin, "page", { title: "Same", locale: "de", translationGroup: group });

    expect(first.record.translationGroup).toBe(first.id);
    expect(german.record).toMatchObject({ locale: "de", translationGroup: group, slug: "same" }); // unique per locale
    await expect(writes.create(admin, "page", { locale: "de", translationGroup: group })).rejects.toMatchObject({
      constraint: "unique.page.translation_group.locale",
    });
    await expect(writes.create(admin, "page", { translationGroup: randomUUID() })).rejects.toMatchObject({
      details: [{ field: "translationGroup" }],
    });
  });
});
