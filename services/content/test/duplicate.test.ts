import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newId } from "@colophon/database";
import { archive } from "./support/archive.ts";
import { current } from "./support/hooked-site.ts";
import { startService, type Client, type TestService } from "./support/service.ts";

let service: TestService;
let admin: Client;
let editor: Client;

beforeAll(async () => {
  service = await startService(archive);
  [admin, editor] = [service.as("admin"), service.as("editor")];
});
afterAll(() => service?.stop());

const make = async (path: string, body: object) => {
  const answer = await admin.post(`/api/${path}`, body);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json.data;
};
const duplicate = (client: Client, entity: string, id: string, headers?: Record<string, string>) =>
  client.post(`/api/${entity}/${id}/duplicate`, undefined, headers);

test("a copy is a new record with the same content, and Location is its path", async () => {
  const tags = [(await make("tag", { label: "b" })).id, (await make("tag", { label: "a" })).id];
  const folder = await make("folder", { name: "Whole", owner: "me", rating: "good", state: "old", seo: { headline: "H" }, tags });

  const { status, headers, json } = await duplicate(admin, "folder", folder.id);

  expect([status, headers.get("location")]).toEqual([201, `/api/folder/${json.data.id}`]);
  expect(json.data.id).not.toBe(folder.id);
  expect(json.data).toMatchObject({ owner: "me", rating: "good", state: "old", seo: { headline: "H" }, tags });
  expect(json.data.publishedAt).not.toBeNull();
});

test("with drafts, the copy is a draft of the draft, in its own translation group and in the same language", async () => {
  const page = await make("page", { title: "Live", locale: "de" });
  await admin.put(`/api/page/${page.id}?draft=true`, { title: "Pending" });

  const { data } = (await duplicate(admin, "page", page.id)).json;
  const list = await admin.get(`/api/page?filter[id]=${data.id}`);

  expect(data).toMatchObject({ title: "Pending (2)", locale: "de", publishedAt: null, _status: "draft" });
  expect(data.translationGroup).not.toBe(page.translationGroup);
  expect(list.json.data).toEqual([]);
});

test("slugs get -2, and a unique title gets (2), or the next free number", async () => {
  const { id } = await make("folder", { name: "Twin" });
  const page = await make("page", { title: "Twin" });

  const folders = [await duplicate(admin, "folder", id), await duplicate(admin, "folder", id), await duplicate(admin, "folder", id)];
  const pages = [await duplicate(admin, "page", page.id), await duplicate(admin, "page", page.id)];

  expect(folders.map(({ json }) => [json.data.name, json.data.slug])).toEqual([
    ["Twin (2)", "twin-2"],
    ["Twin (3)", "twin-3"],
    ["Twin (4)", "twin-4"],
  ]);
  expect(pages.map(({ json }) => [json.data.title, json.data.slug])).toEqual([
    ["Twin (2)", "twin-2"],
    ["Twin (3)", "twin-3"],
  ]);
});

test("a title that only a pending draft has is not free, and one that is too long is shortened", async () => {
  const page = await make("page", { title: "Claimed" });
  const other = await make("page", { title: "Other" });
  await admin.put(`/api/page/${other.id}?draft=true`, { title: "Claimed (2)" });
  const folder = await make("folder", { name: "Twelve chars" });

  expect((await duplicate(admin, "page", page.id)).json.data.title).toBe("Claimed (3)");
  expect((await duplicate(admin, "folder", folder.id)).json.data.name).toBe("Twelve c (2)");
});

test("other unique fields are empty in the copy; if one is required, the answer is 409", async () => {
  const folder = await make("folder", { name: "Numbered", number: 7 });
  const tag = await make("tag", { label: "only one" });

  const copy = await duplicate(admin, "folder", folder.id);
  const refused = await duplicate(admin, "tag", tag.id);

  expect([copy.status, copy.json.data.number]).toEqual([201, null]);
  expect([refused.status, refused.json.error.details]).toEqual([
    409,
    [{ field: "label", message: "Must be unique, so it can't be copied" }],
  ]);
});

test("only fields that the caller may read and may write into a new record are copied", async () => {
  const vault = (await make("vault", { label: "v" })).id;
  const body = {
    name: "Guarded",
    owner: "me",
    rating: "good",
    state: "old",
    secret: "s",
    veiled: "v",
    seo: { headline: "H", veiled: "v" },
    vault,
  };
  const folder = await make("folder", body);

  const copy = await duplicate(editor, "folder", folder.id);
  const text = `select name, rating, state, secret, veiled, seo, vault from content.folder where id = $1`;
  const [stored] = await service.database.run({ text }, [copy.json.data.id]);

  expect(copy.status).toBe(201);
  expect(stored).toMatchObject({ name: "Guarded (2)", rating: null, state: "new", secret: null, veiled: null, vault: null });
  expect(JSON.parse(String(stored?.["seo"]))).toEqual({ headline: "H", veiled: null });
});

test("a record that the caller can't read is refused exactly like one that doesn't exist", async () => {
  const hidden = await make("folder", { name: "Hidden", owner: "nobody" });
  const draft = await make("page?draft=true", { title: "Unseen draft" });

  const answers = [
    await duplicate(editor, "folder", hidden.id),
    await duplicate(editor, "folder", newId()),
    await duplicate(editor, "page", draft.id),
    await duplicate(editor, "folder", "nonsense"),
  ];

  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(404);
});

test("without permission to read the draft, the live record is copied", async () => {
  const page = await make("page", { title: "Seen" });
  await admin.put(`/api/page/${page.id}?draft=true`, { title: "Not seen" });

  const { status, json } = await duplicate(editor, "page", page.id);

  expect(status).toBe(201);
  expect((await admin.get(`/api/page/${json.data.id}?draft=true`)).json.data.title).toBe("Seen (2)");
});

test("a copy needs create and read, and must be inside the create filter", async () => {
  const mine = await make("folder", { name: "Mine", owner: "me" });
  const theirs = await make("folder", { name: "Theirs", owner: "them" });

  const answers = [
    await duplicate(service.as("reader"), "folder", mine.id),
    await duplicate(service.as("blind"), "folder", mine.id),
    await duplicate(editor, "folder", theirs.id),
    await duplicate(editor, "folder", mine.id),
  ];

  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 201]);
});

test("refused: a body with content, a query, copies of globals, assets and users", async () => {
  const { id } = await make("folder", { name: "Plain" });

  const answers = [
    await admin.post(`/api/folder/${id}/duplicate`, { name: "Other" }),
    await admin.post(`/api/folder/${id}/duplicate`, []),
    await admin.post(`/api/folder/${id}/duplicate?draft=true`),
    await admin.post(`/api/theme/${id}/duplicate`),
    await admin.post(`/api/_image/${id}/duplicate`),
    await admin.get(`/api/folder/${id}/duplicate`),
    await duplicate(admin, "_user", service.adminId),
    await duplicate(service.asKey("admin"), "_user", service.adminId),
    await admin.post(`/api/folder/${id}/duplicate`, {}),
  ];

  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 404, 404, 405, 409, 403, 201]);
});

test("the hooks of a create run, and get the copy", async () => {
  const { id } = await make("folder", { name: "Hooked" });
  const seen: unknown[] = [];
  current.hooks = {
    beforeCreate: ({ data, operation }) => ({ ...data, owner: `${operation} ${String(data?.["name"])}` }),
    afterCreate: ({ id: made, record }) => void seen.push([made, record?.["owner"]]),
  };

  const { json } = await duplicate(admin, "folder", id);
  current.hooks = {};

  expect(json.data.owner).toBe("create Hooked (2)");
  expect(seen).toEqual([[json.data.id, "create Hooked (2)"]]);
});

test("with an Idempotency-Key, two requests create one copy, also if the record was deleted meanwhile", async () => {
  const { id } = await make("folder", { name: "Once" });
  const send = () => duplicate(admin, "folder", id, { "idempotency-key": "copy-once" });

  const first = await send();
  await admin.delete(`/api/folder/${id}`);
  const again = await send();

  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.json).toEqual(first.json);
});
