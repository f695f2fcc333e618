import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { randomUUID } from "node:crypto";
import { createEngine } from "../src/index.ts";
import type { Principal } from "../src/index.ts";
import { admin, editor, openWrites, schema } from "./support/writes.ts";
import type { Writes } from "./support/writes.ts";

let writes: Writes;
beforeAll(async () => {
  writes = await openWrites();
});
afterAll(() => writes.tables.close());

describe("a delete", () => {
  test("deletes the links", async () => {
    const tag = await writes.create(admin, "tag", { name: "x" });
    const { id } = await writes.create(admin, "article", { title: "t", tags: [tag.id] });

    await expect(writes.remove(admin, "article", id)).resolves.toEqual({ id });

    expect(await writes.count(`content."article__tags"`, `source_id = '${id}'`)).toBe(0);
    await expect(writes.remove(admin, "article", id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("clears an optional relation to it, and is refused for a required one", async () => {
    const [free, held] = [await writes.create(admin, "author", { name: "f" }), await writes.create(admin, "author", { name: "h" })];
    const article = await writes.create(admin, "article", { title: "t", author: free.id });
    await writes.create(admin, "book", { author: held.id });

    await writes.remove(admin, "author", free.id);

    expect(await writes.count("content.article", `id = '${article.id}' and author is null`)).toBe(1);
    await expect(writes.remove(admin, "author", held.id)).rejects.toMatchObject({
      code: "23503",
      constraint: "fk.book.author.author.no_action",
    });
  });

  test("is 403 outside its filter, 412 for another version", async () => {
    const live = await writes.create(admin, "article", { title: "t", status: "live" });

    await expect(writes.remove(editor, "article", live.id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(writes.remove(admin, "article", live.id, { expectedVersion: 9 })).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
    expect(await writes.count("content.article", `id = '${live.id}'`)).toBe(1);
  });

  test("of an asset adds a job that removes its bytes", async () => {
    const id = await writes.makeImage();

    await writes.remove(admin, "_image", id);

    const { rows } = await writes.tables.client.query("select queue, name, payload from cms.outbox where payload->>'id' = $1", [id]);
    expect(rows).toEqual([{ queue: "assets", name: "remove", payload: { entity: "_image", id } }]);
  });
});

describe("a global", () => {
  test("is created by its first save, single, and then updated", async () => {
    await expect(writes.update(admin, "site", null, { title: "x" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await writes.create(admin, "site", { title: "One" });

    await expect(writes.create(admin, "site", { title: "Two" })).rejects.toMatchObject({ code: "23505", constraint: "single.site" });
    await expect(writes.update(admin, "site", null, { title: "Three" })).resolves.toMatchObject({ record: { title: "Three" }, version: 2 });
  });
});

describe("an entity with versions", () => {
  const history = async (id: string) => {
    const { rows } = await writes.tables.client.query(
      "select number, status, pending, published, data, created_by from cms.versions where record_id = $1 order by number",
      [id],
    );
    return rows;
  };

  test("keeps one published version per write, up to its limit", async () => {
    const tag = await writes.create(admin, "tag", { name: "x" });
    const { id } = await writes.create(admin, "post", { title: "v1", tags: [tag.id] });
    for (const title of ["v2", "v3", "v4", "v5"]) await writes.update(admin, "post", id, { title });

    const rows = await history(id);

    expect(rows.map((row) => [row.number, row.published, row.data.title])).toEqual([
      [3, false, "v3"],
      [4, false, "v4"],
      [5, true, "v5"],
    ]);
    expect(rows[2]).toMatchObject({ status: "published", pending: false, created_by: admin.userId, data: { tags: [tag.id] } });
  });

  test("numbers and removes versions correctly for thirty concurrent writers", async () => {
    const { id } = await writes.create(admin, "post", { title: "v1" });
    const clients = await writes.connections(6);

    await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        writes.update(admin, "post", id, { title: `t${at}` }, { client: clients[at % 6] ?? writes.tables.client }),
      ),
    );

    const rows = await history(id);
    expect(rows.map((row) => row.number)).toEqual([29, 30, 31]);
    expect(rows.filter((row) => row.published)).toHaveLength(1);
  });

  test("a draft may lack required fields; publishing it by a plain update must not", async () => {
    const { id, record } = await writes.create(admin, "post", {}, { draft: true });
    expect(record).toMatchObject({ publishedAt: null, _status: "draft" });

    await expect(writes.update(admin, "post", id, { tags: [] })).rejects.toMatchObject({
      details: [{ field: "title", message: "is required" }],
    });
    const published = await writes.update(admin, "post", id, { title: "now" });

    expect(published.record).toMatchObject({ _status: "published", publishedAt: expect.any(String) });
    expect((await history(id)).map(({ status, pending, published: live }) => [status, pending, live])).toEqual([
      ["draft", false, false],
      ["published", false, true],
    ]);
  });
});

describe("users", () => {
  const user = (email: string, role = "editor") => writes.create(admin, "_user", { email, role });

  test("have lower-case addresses, a name from the address, and an existing role", async () => {
    const { record } = await user("Ann.Lee@Example.COM");

    expect(record).toMatchObject({ email: "ann.lee@example.com", name: "ann.lee", role: "editor" });
    await expect(user("ANN.lee@example.com")).rejects.toMatchObject({ code: "23505", constraint: "users_email_key" });
    await expect(user("x@example.com", "nobody")).rejects.toMatchObject({ details: [{ field: "role" }] });
  });

  test("the last admin can be neither demoted nor deleted, also when two are demoted at once", async () => {
    const [first, second] = [await user("a1@example.com", "admin"), await user("a2@example.com", "admin")];
    const other = await writes.tables.connect();

    const results = await Promise.allSettled([
      writes.update(admin, "_user", first.id, { role: "editor" }),
      writes.update(admin, "_user", second.id, { role: "editor" }, { client: other }),
    ]);

    expect(results.filter((result) => result.status === "rejected")).toMatchObject([{ reason: { code: "CONFLICT" } }]);
    expect(await writes.count("cms.users", "role = 'admin'")).toBe(1);
  });

  test("can be created, and their roles and addresses changed, only by admins", async () => {
    const { id } = await user("own@example.com");
    const own: Principal = { kind: "user", role: "editor", userId: id, confirmed: true };

    await expect(writes.create(editor, "_user", { email: "n@example.com", role: "editor" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(writes.update(own, "_user", id, { role: "admin" })).rejects.toMatchObject({
      code: "FORBIDDEN",
      details: [{ field: "role" }],
    });
    await expect(writes.update(editor, "_user", id, { email: "y@example.com" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(writes.update(own, "_user", id, { email: "mine@example.com" })).rejects.toMatchObject({
      code: "FORBIDDEN",
      details: [{ field: "email" }],
    });
    await expect(writes.update(own, "_user", id, { name: "Me" })).resolves.toMatchObject({ record: { name: "Me" } });
  });

  test("need a recent sign-in for sensitive changes, which is checked before the body", async () => {
    const { id } = await user("asleep@example.com");
    const late: Principal = { ...admin, confirmed: false };
    const refusals = [
      () => writes.create(late, "_user", { email: "n@example.com", role: "admin" }),
      () => writes.create(late, "_user", { role: "admin", nonsense: 1 }),
      () => writes.update(late, "_user", id, { role: "nobody" }),
      () => writes.update(late, "_user", id, { email: "not an address" }),
      () => writes.remove(late, "_user", id),
    ];

    for (const refusal of refusals) await expect(refusal()).rejects.toMatchObject({ code: "CONFIRMATION_REQUIRED", status: 403 });
    await expect(writes.create(late, "_user", { email: "plain@example.com", role: "editor" })).resolves.toBeDefined();
    await expect(writes.update(late, "_user", id, { name: "Awake" })).resolves.toMatchObject({ record: { name: "Awake" } });
  });

  test("can't be created or deleted by an API key, nor their address or role changed, whatever its role may do", async () => {
    const { id } = await user("steady@example.com");
    const key: Principal = { kind: "key", role: "admin", keyId: randomUUID() };
    const refusals = [
      () => writes.create(key, "_user", { email: "k@example.com", role: "editor" }),
      () => writes.update(key, "_user", id, { role: "editor" }),
      () => writes.update(key, "_user", id, { email: "k@example.com" }),
      () => writes.remove(key, "_user", id),
    ];

    for (const refusal of refusals) await expect(refusal()).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(writes.update(key, "_user", id, { name: "By key" })).resolves.toMatchObject({ record: { name: "By key" } });
  });

  test("are protected by these rules in every statement, also for data that wasn't a body", () => {
    const data = { values: { role: "admin" }, references: [], locale: null, translationGroup: null };
    const plan = (principal: Principal) => () =>
      createEngine(schema).as(principal).update("_user", randomUUID(), { data, newId: randomUUID });

    expect(plan({ ...admin, confirmed: false })).toThrow(expect.objectContaining({ code: "CONFIRMATION_REQUIRED" }));
    expect(plan({ kind: "key", role: "admin", keyId: randomUUID() })).toThrow(expect.objectContaining({ code: "FORBIDDEN" }));
    expect(plan(admin)).not.toThrow();
  });

  test("lose their sessions and valid codes with a new address", async () => {
    const { id } = await user("old@example.com");
    await writes.tables.client.query(
      "insert into cms.sessions (id, token_hash, user_id, idle_expires_at, expires_at) values (gen_random_uuid(), $1, $2, now(), now())",
      [id, id],
    );
    await writes.tables.client.query(
      "insert into cms.login_requests (id, email, expires_at) values (gen_random_uuid(), 'old@example.com', now())",
    );

    await writes.update(admin, "_user", id, { email: "new@example.com" });

    expect(await writes.count("cms.sessions", `user_id = '${id}'`)).toBe(0);
    expect(await writes.count("cms.login_requests", "email = 'old@example.com' and used_at is null")).toBe(0);
  });
});

test("of an asset, fields that depend on its bytes can't be written, others can", async () => {
  const id = await writes.makeImage();

  await expect(writes.update(admin, "_image", id, { alt: "Seen", filename: id })).resolves.toMatchObject({ record: { alt: "Seen" } });
  await expect(writes.update(admin, "_image", id, { width: 5 })).rejects.toMatchObject({ details: [{ field: "width" }] });
});
