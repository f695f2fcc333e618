/** Users and assets with many references: missing after the answer to their deletion, and removed in the background. */
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { ConfigDefinition } from "@colophon/config";
import { createRemovals, newId, type Removals } from "@colophon/database";
import { MANY_REFERRERS } from "@colophon/engine";
import { startService, type Client, type TestService } from "./support/service.ts";

const MANY = MANY_REFERRERS + 1;
const MANY_NESTED = MANY_REFERRERS / 10 + 1;

const site: ConfigDefinition = {
  entities: [
    {
      name: "article",
      versions: true,
      fields: [
        { name: "title", type: "text" },
        { name: "writer", type: "relation", to: "_user" },
        { name: "editors", type: "relation", to: "_user", many: true },
        { name: "cover", type: "image" },
        { name: "gallery", type: "image", many: true },
        { name: "parts", type: "array", of: { type: "object", fields: [{ name: "picture", type: "image" }] } },
      ],
    },
    { name: "task", fields: [{ name: "owner", type: "relation", to: "_user", onDelete: "cascade" }] },
    { name: "contract", fields: [{ name: "signer", type: "relation", to: "_user", required: true }] },
  ],
  roles: [{ name: "admin", isAdmin: true }, { name: "writer" }],
};

let service: TestService;
let admin: Client;
let removals: Removals;
beforeAll(async () => {
  service = await startService(site);
  removals = createRemovals(service);
  admin = service.as("admin", service.adminId);
});
beforeEach(async () => {
  await removals.finish();
  await query("truncate content.article, content.task, content.contract cascade");
  await query("delete from cms.users where id <> $1", [service.adminId]);
  await query("delete from cms.images");
  await query("truncate cms.outbox, cms.notices");
});
afterAll(() => service?.stop());

const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) => service.database.run<Row>({ text }, values);
const isStored = async (table: string, id: string) => (await query(`select from cms.${table} where id = $1`, [id])).length > 0;
const total = async (path: string) => {
  const { status, json } = await admin.get(`/api/${path}${path.includes("?") ? "&" : "?"}limit=0&count=exact`);
  return status === 200 ? json.meta.total : status;
};

async function newUser(role = "writer"): Promise<string> {
  const id = newId();
  await query("insert into cms.users (id, email, name, role, published_at) values ($1, $2, 'Ines', $3, now())", [
    id,
    `${id}@example.com`,
    role,
  ]);
  return id;
}

async function newImage(hash = newId()): Promise<string> {
  const id = newId();
  await query(
    `insert into cms.images (id, published_at, filename, "mimeType", size, url, hash, storage_key)
     values ($1, now(), $2, 'image/png', 1, '/api/assets/' || $2, $3, 'originals/' || $2)`,
    [id, `${id}.png`, hash],
  );
  return id;
}

/** Rows of an entity, all with this value. */
async function fill(entity: string, count: number, column: string, value: string): Promise<void> {
  await query(
    `insert into content.${entity} (id, created_at, updated_at, published_at, ${column})
     select gen_random_uuid(), now(), now(), now(), $2 from generate_series(1, $1::int)`,
    [count, value],
  );
}

test("a user with many references is deleted at once, and lists, records and totals are consistent before and after the row is removed", async () => {
  const [user, other] = [await newUser(), await newUser()];
  const article = (await admin.post("/api/article", { title: "one", writer: user, editors: [other, user] })).json.data.id;
  await service.as("admin", user).post("/api/article", { title: "own" });
  await fill("article", MANY, "writer", user);
  await fill("task", 3, "owner", user);
  const lists = [
    `article?filter[writer]=${user}`,
    "article?filter[writer][$null]=true",
    `article?filter[editors][$has]=${user}`,
    "article?filter[writer.name]=Ines",
    "task",
    "_user",
  ];
  const agreed = async () => ({
    totals: await Promise.all(lists.map(total)),
    user: (await admin.get(`/api/_user/${user}`)).status,
    updated: (await admin.put(`/api/_user/${user}`, { name: "again" })).status,
    again: (await admin.delete(`/api/_user/${user}`)).status,
    named: (await admin.post("/api/article", { writer: user })).status,
    assigned: (await admin.post("/api/article/bulk", { action: "assign", ids: [article], userId: user })).status,
    article: (await admin.get(`/api/article/${article}?resolve[writer]=name&resolve[editors]=id`)).json.data,
    owner: (await admin.get("/api/article?filter[title]=own")).json.data[0]._createdBy,
  });

  const answer = await admin.delete(`/api/_user/${user}`);

  const [meanwhile, wasStored] = [await agreed(), await isStored("users", user)];
  await removals.finish();
  expect([answer.status, answer.json]).toEqual([200, { data: { id: user } }]);
  expect(wasStored).toBe(true);
  expect(meanwhile).toMatchObject({
    totals: [0, MANY + 2, 0, 0, 0, 2],
    user: 404,
    updated: 404,
    again: 404,
    named: 400,
    assigned: 400,
    article: { writer: null, editors: [{ id: other }] },
    owner: { type: "user" },
  });
  expect(meanwhile.owner).toEqual({ type: "user" });
  expect(await agreed()).toEqual(meanwhile);
  expect(await isStored("users", user)).toBe(false);
  expect(await query("select from content.task")).toEqual([]);
});

test("meanwhile the user is signed out, gets no mail, and has no role and no address, which can be used again", async () => {
  const user = await newUser("admin");
  await query(
    `insert into cms.sessions (id, token_hash, user_id, idle_expires_at, expires_at)
     values (gen_random_uuid(), 'token', $1, now() + interval '1 day', now() + interval '1 day')`,
    [user],
  );
  await fill("article", MANY, "writer", user);

  await admin.delete(`/api/_user/${user}`);

  expect(await query("select from cms.sessions union all select from cms.notices")).toEqual([]);
  expect((await admin.delete(`/api/_user/${service.adminId}`)).status).toBe(409); // the last admin
  const again = await admin.post("/api/_user", { email: `${user}@example.com`, role: "writer" });
  expect(again.status).toBe(201);
  await removals.finish();
  expect(await isStored("users", again.json.data.id)).toBe(true);
});

test("a user with a required reference is kept unchanged", async () => {
  const user = await newUser();
  await fill("article", MANY, "writer", user);
  await admin.post("/api/contract", { signer: user });

  const answer = await admin.delete(`/api/_user/${user}`);

  expect(answer.status).toBe(409);
  expect((await admin.get(`/api/_user/${user}`)).json.data).toMatchObject({ email: `${user}@example.com`, role: "writer", name: "Ines" });
});

test("an image with many references is deleted at once in all of them; its bytes are removed with its row", async () => {
  const [image, other] = [await newImage(), await newImage()];
  const parts = [{ picture: image }, { picture: other }];
  const article = (await admin.post("/api/article", { title: "one", cover: image, gallery: [image, other], parts })).json.data.id;
  await fill("article", MANY, "cover", image);
  const agreed = async () => ({
    totals: await Promise.all([`article?filter[cover]=${image}`, "article?filter[cover][$null]=true", "_image"].map(total)),
    image: (await admin.get(`/api/_image/${image}`)).status,
    article: (await admin.get(`/api/article/${article}`)).json.data,
    draft: (await admin.get(`/api/article/${article}?draft=true`)).json.data,
  });

  const answer = await admin.delete(`/api/_image/${image}`);

  const meanwhile = await agreed();
  const removed = () => query("select payload ->> 'id' as id from cms.outbox where name = 'remove'");
  expect([answer.status, await isStored("images", image), await removed()]).toEqual([200, true, []]);
  const shown = { cover: null, gallery: [other], parts: [{ picture: null }, { picture: other }] };
  expect(meanwhile).toMatchObject({ totals: [0, MANY + 1, 1], image: 404, article: shown, draft: shown });
  await removals.finish();
  expect(await agreed()).toEqual(meanwhile);
  expect([await isStored("images", image), await removed()]).toEqual([false, [{ id: image }]]);
});

test("an image inside many values is cleared in the background; the same bytes can be uploaded again at once", async () => {
  const image = await newImage("the bytes");
  await query(
    `insert into content.article (id, created_at, updated_at, published_at, parts)
     select gen_random_uuid(), now(), now(), now(), jsonb_build_array(jsonb_build_object('picture', $2::text)) from generate_series(1, $1::int)`,
    [MANY_NESTED, image],
  );

  await admin.delete(`/api/_image/${image}`);

  expect(await isStored("images", image)).toBe(true);
  expect(await total(`article?filter[parts.picture]=${image}`)).toBe(0);
  const again = await newImage("the bytes");
  await removals.finish();
  expect([await isStored("images", image), await isStored("images", again)]).toEqual([false, true]);
  expect(await query("select distinct parts::text from content.article")).toEqual([{ parts: '[{"picture": null}]' }]);
});

test("a user and an image with few references are deleted before the answer", async () => {
  const [user, image] = [await newUser(), await newImage()];
  await admin.post("/api/article", { writer: user, cover: image });

  await admin.delete(`/api/_user/${user}`);
  await admin.delete(`/api/_image/${image}`);

  expect([await isStored("users", user), await isStored("images", image)]).toEqual([false, false]);
  expect(await query("select payload from cms.outbox where name = 'remove'")).toHaveLength(1);
});
