import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { SEEN_TAG, admin, editor, tagger, openWrites } from "./support/writes.ts";
import type { Writes } from "./support/writes.ts";

let writes: Writes;
beforeAll(async () => {
  writes = await openWrites();
});
afterAll(() => writes.tables.close());

describe("an update", () => {
  test("changes the sent fields, keeps the others, and increases the version", async () => {
    const { id } = await writes.create(admin, "article", { title: "Before", score: 1, status: "live" });

    const { record, version } = await writes.update(admin, "article", id, { title: "After" });

    expect(version).toBe(2);
    expect(record).toMatchObject({ title: "After", slug: "before", score: 1, status: "live" });
  });

  test("with null clears a field, and with a list of relations replaces it in the new order", async () => {
    const [first, second, third] = await Promise.all(["1", "2", "3"].map((name) => writes.create(admin, "tag", { name })));
    const { id } = await writes.create(admin, "article", { title: "t", body: "x", tags: [first?.id, second?.id] });

    const { record } = await writes.update(admin, "article", id, { body: null, tags: [third?.id, first?.id] });

    expect(record).toMatchObject({ body: null, tags: [third?.id, first?.id] });
    const { rows } = await writes.tables.client.query(
      `select target_id from content."article__tags" where source_id = $1 order by position`,
      [id],
    );
    expect(rows.map((row) => row.target_id)).toEqual([third?.id, first?.id]);
  });

  test("shows null for a deleted image inside an object, and refuses its id", async () => {
    const photo = await writes.makeImage("image/png", 10);
    const { id } = await writes.create(admin, "article", { title: "t", seo: { photo, headline: "kept" } });
    await writes.tables.client.query("delete from cms.images where id = $1", [photo]);

    const again = writes.update(admin, "article", id, { seo: { photo } });
    await expect(again).rejects.toMatchObject({ details: [{ field: "seo.photo", message: "there is no such record" }] });
    const { record } = await writes.update(admin, "article", id, { title: "changed" });

    expect(record).toMatchObject({ title: "changed", seo: { photo: null, headline: "kept" } });
  });

  test("accepts an unchanged id without a record from before references inside JSON were checked, and refuses a new one", async () => {
    const { id } = await writes.create(admin, "article", { title: "t" });
    const [gone, other] = [randomUUID(), randomUUID()];
    await writes.tables.client.query("select set_config('cms.references', 'later', false)");
    await writes.tables.client.query("update content.article set seo = $2 where id = $1", [id, JSON.stringify({ photo: gone })]);
    await writes.tables.client.query("select set_config('cms.references', '', false)");

    const { record } = await writes.update(admin, "article", id, { seo: { photo: gone, headline: "kept" } });
    const refused = writes.update(admin, "article", id, { seo: { photo: other } });

    expect(record).toMatchObject({ seo: { photo: gone, headline: "kept" } });
    await expect(refused).rejects.toMatchObject({ details: [{ field: "seo.photo", message: "there is no such record" }] });
  });

  test("of different fields at the same time keeps both changes, fifty times", async () => {
    const { id } = await writes.create(admin, "article", { title: "t" });
    const clients = await writes.connections(10);
    const bodies = Array.from({ length: 50 }, (_, at) => (at % 2 ? { score: at } : { body: `b${at}` }));

    await Promise.all(
      bodies.map((body, at) => writes.update(admin, "article", id, body, { client: clients[at % 10] ?? writes.tables.client })),
    );

    const { rows } = await writes.tables.client.query("select version, score, body from content.article where id = $1", [id]);
    expect(rows[0].version).toBe(51);
    expect(rows[0].score).not.toBeNull();
    expect(rows[0].body).toMatch(/^b/);
  });

  test("of the same links at the same time leaves exactly one writer's links", async () => {
    const tags = await Promise.all(Array.from({ length: 6 }, (_, at) => writes.create(admin, "tag", { name: String(at) })));
    const { id } = await writes.create(admin, "article", { title: "t", tags: tags.map((tag) => tag.id) });
    const clients = await writes.connections(3);
    const wanted = [[0, 1], [2, 3, 4], [5]].map((list) => list.map((at) => tags[at]?.id));

    await Promise.all(clients.map((client, at) => writes.update(admin, "article", id, { tags: wanted[at] }, { client })));

    const { rows } = await writes.tables.client.query(
      `select target_id from content."article__tags" where source_id = $1 order by position`,
      [id],
    );
    expect(wanted).toContainEqual(rows.map((row) => row.target_id));
  });

  test("with another version than the stored one is refused", async () => {
    const { id } = await writes.create(admin, "article", { title: "t" });

    await expect(writes.update(admin, "article", id, { title: "u" }, { expectedVersion: 7 })).rejects.toMatchObject({
      code: "PRECONDITION_FAILED",
    });
    await expect(writes.update(admin, "article", id, { title: "u" }, { expectedVersion: 1 })).resolves.toMatchObject({ version: 2 });
  });

  test("is 404 outside the read filter, 403 outside the update filter, 403 if its result would be outside", async () => {
    const live = await writes.create(admin, "article", { title: "t", status: "live" });
    const draft = await writes.create(admin, "article", { title: "t", status: "draft" });
    const hidden = await writes.create(admin, "article", { title: "t", status: null });

    await expect(writes.update(editor, "article", live.id, { title: "x" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(writes.update(editor, "article", draft.id, { status: "live" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(writes.update(editor, "article", hidden.id, { title: "x" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(writes.update(editor, "article", randomUUID(), { title: "x" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await writes.count("content.article", `id in ('${live.id}','${draft.id}','${hidden.id}') and version = 1`)).toBe(3);
    await expect(writes.update(editor, "article", draft.id, { title: "x" })).resolves.toMatchObject({ version: 2 });
  });

  test("is checked with the links that it writes, not with those that it replaces", async () => {
    await writes.create(admin, "tag", { name: "seen" }, { id: SEEN_TAG });
    const { id } = await writes.create(admin, "article", { title: "t", tags: [SEEN_TAG] });

    await expect(writes.update(tagger, "article", id, { tags: [] })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(writes.update(tagger, "article", id, { title: "u" })).resolves.toMatchObject({ version: 2 });
  });

  test("can't change an immutable field once it is set", async () => {
    const { id } = await writes.create(admin, "article", { title: "t" });
    await writes.update(admin, "article", id, { code: "A" });

    await expect(writes.update(admin, "article", id, { code: "A" })).resolves.toMatchObject({ version: 3 });
    await expect(writes.update(admin, "article", id, { code: "B" })).rejects.toMatchObject({
      details: [{ field: "code", message: "can't be changed once it is set" }],
    });
  });

  test("of an excluded field is forbidden if it can be read, and unknown if it can't", async () => {
    const { id } = await writes.create(admin, "article", { title: "t" });

    await expect(writes.update(editor, "article", id, { rank: 1 })).rejects.toMatchObject({
      code: "FORBIDDEN",
      details: [{ field: "rank" }],
    });
    await expect(writes.update(editor, "article", id, { code: "1", nonsense: 1 })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: [
        { field: "code", message: "is not a known field" },
        { field: "nonsense", message: "is not a known field" },
      ],
    });
  });
});
