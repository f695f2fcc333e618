import { beforeAll, expect, test } from "@jest/globals";
import type { Client } from "../support/http/client.ts";
import { make, NOBODY, refusal, useSite } from "./site.ts";

const site = useSite();
let admin: Client;
beforeAll(() => {
  admin = site.stack.admin;
});

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

test("a create is 201 with every field, null if empty, and the automatic ones", async () => {
  const answer = await admin.post("/api/article", { title: "First" });

  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    data: {
      id: expect.stringMatching(UUID_V7),
      _type: "article",
      createdAt: expect.stringMatching(TIME),
      updatedAt: expect.stringMatching(TIME),
      publishedAt: expect.stringMatching(TIME),
      _createdBy: { type: "user", id: expect.stringMatching(UUID_V7), name: expect.any(String) },
      _updatedBy: answer.data._createdBy,
      title: "First",
      status: "draft",
      author: null,
      tags: [],
      owner: null,
      notes: null,
      featured: null,
      secret: null,
    },
  });
});

test("a record is read unchanged", async () => {
  const record = await make(admin, "article", { title: "Read me" });

  const answer = await admin.get(`/api/article/${record.id}`);

  expect(answer.status).toBe(200);
  expect(answer.data).toEqual(record);
});

test("an update changes only the sent fields and returns the whole record", async () => {
  const record = await make(admin, "article", { title: "Before", notes: "kept" });

  const answer = await admin.put(`/api/article/${record.id}`, { title: "After" });

  expect(answer.status).toBe(200);
  expect(answer.data).toEqual({
    ...record,
    title: "After",
    updatedAt: expect.stringMatching(TIME),
    publishedAt: expect.stringMatching(TIME),
  });
  expect(Date.parse(answer.data.updatedAt)).toBeGreaterThanOrEqual(Date.parse(record.updatedAt));
});

test("PATCH is like PUT, and HEAD is GET without a body", async () => {
  const record = await make(admin, "article", { title: "A" });

  const patched = await admin.send("PATCH", `/api/article/${record.id}`, {
    body: '{"title":"B"}',
    headers: { "content-type": "application/json" },
  });
  const head = await admin.send("HEAD", `/api/article/${record.id}`);
  const get = await admin.get(`/api/article/${record.id}`);

  expect(patched.data.title).toBe("B");
  expect([head.status, head.text, head.headers.get("etag")]).toEqual([200, "", get.headers.get("etag")]);
});

test("a delete returns the id, and the record no longer exists", async () => {
  const { id } = await make(admin, "article", { title: "Short-lived" });

  const answer = await admin.delete(`/api/article/${id}`);

  expect([answer.status, answer.body]).toEqual([200, { data: { id } }]);
  expect(refusal(await admin.get(`/api/article/${id}`))).toMatchObject({ status: 404, code: "NOT_FOUND" });
  expect((await admin.delete(`/api/article/${id}`)).status).toBe(404);
});

test("a record can be sent back as it was read: automatic fields and keys with an underscore are ignored", async () => {
  const record = await make(admin, "article", { title: "Round trip" });

  const answer = await admin.put(`/api/article/${record.id}`, {
    ...record,
    id: NOBODY,
    createdAt: "1999-01-01T00:00:00.000Z",
    _anything: 1,
    title: "Again",
  });

  expect(answer.status).toBe(200);
  expect(answer.data).toMatchObject({ id: record.id, createdAt: record.createdAt, title: "Again" });
});

test("null clears an optional field, and an empty string does not satisfy required", async () => {
  const { id } = await make(admin, "article", { title: "T", notes: "N" });

  expect((await admin.put(`/api/article/${id}`, { notes: null })).data.notes).toBeNull();
  expect(refusal(await admin.put(`/api/article/${id}`, { title: "" }))).toEqual({
    status: 400,
    code: "VALIDATION_ERROR",
    fields: ["title"],
  });
  expect(refusal(await admin.put(`/api/article/${id}`, { title: null }))).toEqual({
    status: 400,
    code: "VALIDATION_ERROR",
    fields: ["title"],
  });
  expect(refusal(await admin.post("/api/article", {}))).toEqual({ status: 400, code: "VALIDATION_ERROR", fields: ["title"] });
});

test("all invalid fields are named together, nested ones with a dotted path", async () => {
  const answer = await admin.post("/api/sample", {
    text: "x",
    integer: 1.5,
    object: { name: "", inner: { flag: "no" } },
    unknown: 1,
    array: [1, "two"],
    color: "red",
  });

  expect(refusal(answer)).toEqual({
    status: 400,
    code: "VALIDATION_ERROR",
    fields: ["array.1", "color", "integer", "object.inner.flag", "object.name", "text", "unknown"],
  });
});

const GOOD: readonly (readonly [field: string, sent: unknown, stored?: unknown])[] = [
  ["text", "Ünïcödé 🎈"],
  ["richtext", "# Heading\n\nText"],
  ["number", -12.5],
  ["number", 0],
  ["integer", 9_007_199_254_740_991],
  ["boolean", false],
  ["date", "2024-02-29"],
  ["datetime", "2024-02-29T12:00:00.000Z"],
  ["datetime", "2024-02-29T13:00:00+01:00", "2024-02-29T12:00:00.000Z"],
  ["select", "blue"],
  ["selects", ["c", "a"]],
  ["selects", []],
  ["email", "Some.One@Example.COM", "some.one@example.com"],
  ["url", "https://example.com/path?q=1#x"],
  ["color", "#12ab9f"],
  ["color", "#12ab9fcc"],
  ["json", { any: ["thing", 1, null, { deep: true }] }],
  ["object", { name: "n", count: 1, inner: { flag: true } }],
  ["array", [3, 1, 2]],
  ["hidden", "kept to ourselves", undefined],
  ["even", 4],
];
test.each(GOOD)("field %s accepts %j", async (field, sent, stored = sent) => {
  const made = await make(admin, "sample", { [field]: sent });

  const { data } = await admin.get(`/api/sample/${made.id}`);

  if (field === "hidden") expect(data).not.toHaveProperty("hidden");
  else expect(data[field]).toEqual(stored);
});

const BAD: readonly (readonly [field: string, sent: unknown])[] = [
  ["text", 1],
  ["text", "x"],
  ["text", "x".repeat(21)],
  ["text", "no!"],
  ["text", "nul\u0000"],
  ["text", "lone \ud800"],
  ["slug", "Not A Slug"],
  ["slug", "-edge"],
  ["slug", "a".repeat(256)],
  ["number", "1"],
  ["number", 1001],
  ["integer", 1.5],
  ["integer", 1e300],
  ["boolean", "true"],
  ["date", "2023-02-29"],
  ["date", "1999-12-31"],
  ["date", "2024-02-29T00:00:00Z"],
  ["datetime", "yesterday"],
  ["datetime", "300000-01-01T00:00:00.000Z"],
  ["select", "purple"],
  ["selects", "a"],
  ["selects", ["a", "z"]],
  ["email", "nobody"],
  ["email", "a@b.c, d@e.f"],
  ["url", "javascript:alert(1)"],
  ["url", "nowhere"],
  ["color", "#12ab9"],
  ["object", []],
  ["object", { name: "n", unknown: 1 }],
  ["array", [1, 2, 3, 4]],
  ["blocks", [{ _type: "unknown" }]],
  ["blocks", [{ _type: "quote" }]],
  ["relation", "not-an-id"],
  ["relation", NOBODY],
  ["relations", NOBODY],
  ["relations", [NOBODY]],
  ["even", 3],
];
test.each(BAD.map(([field, sent]) => [field, JSON.stringify(sent).slice(0, 40), sent] as const))(
  "field %s refuses %s with its place",
  async (field, _shown, sent) => {
    const answer = await admin.post("/api/sample", { [field]: sent });

    expect(answer.status).toBe(400);
    expect(answer.error.code).toBe("VALIDATION_ERROR");
    expect(answer.error.details).toContainEqual({
      field: expect.stringMatching(new RegExp(`^${field}(?:\\.|$)`)),
      message: expect.any(String),
    });
  },
);

test("blocks keep their order and type and get a key", async () => {
  const { blocks } = await make(admin, "sample", {
    blocks: [
      { _type: "quote", text: "one" },
      { _type: "quote", text: "two", _key: "mine" },
    ],
  });

  expect(blocks).toEqual([
    { _type: "quote", _key: expect.stringMatching(/.+/), text: "one" },
    { _type: "quote", _key: "mine", text: "two" },
  ]);
});

test("a default is stored if no value was sent, and only then", async () => {
  expect((await make(admin, "sample", {})).defaulted).toBe("as configured");
  expect((await make(admin, "sample", { defaulted: "mine" })).defaulted).toBe("mine");
});

test("an immutable field is set once", async () => {
  const { id } = await make(admin, "sample", { immutable: "first" });

  expect((await admin.put(`/api/sample/${id}`, { immutable: "first" })).status).toBe(200);
  expect(refusal(await admin.put(`/api/sample/${id}`, { immutable: "second" }))).toEqual({
    status: 400,
    code: "VALIDATION_ERROR",
    fields: ["immutable"],
  });
});

test("a duplicate value is 409 CONFLICT, without the value or the other record's id", async () => {
  const taken = await make(admin, "sample", { unique: "only-one-canary" });

  const answer = await admin.post("/api/sample", { unique: "only-one-canary" });

  expect(refusal(answer)).toMatchObject({ status: 409, code: "CONFLICT" });
  expect(answer.text).not.toContain("canary");
  expect(answer.text).not.toContain(taken.id);
});

test("of fifty simultaneous creates of one unique value, one succeeds and none is a 5xx", async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => admin.post("/api/tag", { label: "raced" })));

  const counts = Map.groupBy(answers, ({ status }) => status);
  expect([counts.get(201)?.length, counts.get(409)?.length]).toEqual([1, 49]);
});

test("a missing slug is generated from its field and made distinct; one that is sent is never changed", async () => {
  const slugs = [];
  for (let i = 0; i < 3; i++) slugs.push((await make(admin, "sample", { text: "Große Städte" })).slug);

  expect(slugs).toEqual(
    ["grosse-staedte", "grosse-staedte-2", "grosse-staedte-3"].map((slug) =>
      expect.stringMatching(new RegExp(`^${slug.replace("ae", "ae?")}$`)),
    ),
  );
  expect(refusal(await admin.post("/api/sample", { slug: slugs[0] }))).toMatchObject({ status: 409, code: "CONFLICT" });
});

test("concurrent updates of different fields are both kept", async () => {
  const { id } = await make(admin, "article", { title: "Both" });

  await Promise.all([admin.put(`/api/article/${id}`, { notes: "one" }), admin.put(`/api/article/${id}`, { featured: true })]);

  expect((await admin.get(`/api/article/${id}`)).data).toMatchObject({ notes: "one", featured: true });
});

test("a relation to many keeps its order, and a deleted target is removed from it", async () => {
  const tags = await Promise.all(["x", "y", "z"].map((label) => make(admin, "tag", { label })));
  const ids = tags.map(({ id }) => id).toReversed();
  const article = await make(admin, "article", { title: "Tagged", tags: ids });

  expect(article.tags).toEqual(ids);
  await admin.delete(`/api/tag/${ids[1]}`);
  expect((await admin.get(`/api/article/${article.id}`)).data.tags).toEqual([ids[0], ids[2]]);
});

test("deleting a record deletes its junction rows", async () => {
  const tag = await make(admin, "tag", { label: "left alone" });
  const article = await make(admin, "article", { title: "Gone", tags: [tag.id] });

  expect((await admin.delete(`/api/article/${article.id}`)).status).toBe(200);
  expect((await admin.delete(`/api/tag/${tag.id}`)).status).toBe(200);
});

test("deleting a target sets a relation to null, is restricted by a required one, and cascades if configured", async () => {
  const [author, company] = [await make(admin, "author", { name: "Leaving" }), await make(admin, "company", { name: "Needed" })];
  const article = await make(admin, "article", { title: "Orphan", author: author.id });
  const review = await make(admin, "review", { text: "r", company: company.id, cascaded: author.id });

  const blocked = await admin.delete(`/api/company/${company.id}`);
  const allowed = await admin.delete(`/api/author/${author.id}`);

  expect(refusal(blocked)).toMatchObject({ status: 409, code: "CONFLICT" });
  expect(blocked.error.message).toContain("review");
  expect(allowed.status).toBe(200);
  expect((await admin.get(`/api/article/${article.id}`)).data.author).toBeNull();
  expect((await admin.get(`/api/review/${review.id}`)).status).toBe(404);
});

test("a translatable record has a locale and a group, unique values are per locale, and an unknown locale is refused", async () => {
  const english = await make(admin, "page", { title: "Same" });
  const german = await make(admin, "page", { title: "Same", locale: "de", translationGroup: english.translationGroup });

  expect(english.locale).toBe("en");
  expect(german).toMatchObject({ locale: "de", translationGroup: english.translationGroup });
  expect(refusal(await admin.post("/api/page", { title: "Same" })).status).toBe(409);
  expect(refusal(await admin.post("/api/page", { title: "Other", locale: "de", translationGroup: english.translationGroup })).status).toBe(
    409,
  );
  expect(refusal(await admin.post("/api/page", { title: "New", locale: "fr" }))).toEqual({
    status: 400,
    code: "VALIDATION_ERROR",
    fields: ["locale"],
  });
});
