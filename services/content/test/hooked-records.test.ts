import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ConfigDefinition, EntityDefinition, HookContext } from "@colophon/config";
import { startService, type Client, type TestService } from "./support/service.ts";

/** What hooks got, and what the system read in the same moment. */
let compared: { readonly got: unknown; readonly read: unknown }[] = [];

async function compare({ db, entity, id, locale, draft }: HookContext, got: unknown): Promise<void> {
  const handle = db.entity(entity, { as: "system" });
  const find = async (query: object): Promise<{ locale?: string } | null> => {
    const found = await (entity === "banner" ? handle.find({ locale, ...query }) : handle.find(id, query));
    return found?.locale === (locale ?? undefined) ? found : null; // a missing translation is answered by that of another language
  };
  const live = draft ? null : await find({});
  compared.push({ got, read: live ?? (entity === "note" ? null : await find({ draft: true })) });
}
const before = (context: HookContext) => compare(context, context.existing ?? null);
const after = (context: HookContext) => compare(context, context.record);
const hooks = {
  beforeUpdate: before,
  beforeDelete: before,
  beforePublish: before,
  beforeUnpublish: before,
  afterCreate: after,
  afterUpdate: after,
  afterPublish: after,
  afterUnpublish: after,
};

const fields: EntityDefinition["fields"] = [
  { name: "title", type: "text", required: true },
  { name: "slug", type: "slug", from: "title" },
  { name: "secret", type: "text", hidden: true },
  { name: "seen", type: "datetime" },
  { name: "tag", type: "relation", to: "tag" },
  { name: "tags", type: "relation", to: "tag", many: true },
  { name: "text", type: "richtext", format: "blocks" },
  { name: "parts", type: "array", of: { type: "object", fields: [{ name: "tag", type: "relation", to: "tag" }] } },
];
const site: ConfigDefinition = {
  locales: ["en", "de"],
  entities: [
    { name: "tag", trash: true, fields: [{ name: "label", type: "text" }] },
    { name: "note", fields, hooks },
    { name: "page", fields, hooks, versions: true, translatable: true, trash: true },
    { name: "banner", fields, hooks, versions: true, global: true, translatable: true },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "writer", permissions: { note: { create: true, update: true, delete: true, read: { fields: { exclude: ["tags"] } } } } },
  ],
};

let service: TestService;
let admin: Client;
let kept: string;
let lost: string;

beforeAll(async () => {
  service = await startService(site);
  admin = service.as("admin");
  [kept, lost] = [await make("tag", { label: "kept" }), await make("tag", { label: "lost" })];
});
afterAll(() => service?.stop());

const make = async (entity: string, body: object, query = "") => (await admin.post(`/api/${entity}${query}`, body)).json.data.id as string;
const ok = async (answer: Promise<{ status: number; text: string }>) => {
  const { status, text } = await answer;
  if (status > 201) throw new Error(text);
};
const content = () => ({
  title: "A",
  secret: "s",
  seen: "2026-01-02T03:04:05.678Z",
  tag: lost,
  tags: [lost, kept],
  parts: [{ tag: lost }, { tag: kept }],
});

/** @returns what hooks got during the writes, each after the test that the system reads the same */
async function sameAs(work: () => Promise<void>): Promise<number> {
  compared = [];
  await work();
  for (const { got, read } of compared) expect(got).toEqual(read);
  return compared.length;
}

test("hooks get the whole record, also fields that are hidden from the writer", async () => {
  const writer = service.as("writer");
  const seen = await sameAs(async () => {
    const { id } = (await writer.post("/api/note", content())).json.data;
    await ok(writer.put(`/api/note/${id}`, { title: "B", tags: [kept] }));
    await ok(admin.put(`/api/note/${id}`, { tags: [] }));
    await ok(writer.delete(`/api/note/${id}`));
  });

  expect(seen).toBe(6);
  expect(compared[0]?.got).toMatchObject({ secret: "s", tags: [lost, kept] });
});

test("hooks get the draft of a save of a draft, otherwise the live record, or the draft of a record that is not live", async () => {
  const seen = await sameAs(async () => {
    const id = await make("page", content(), "?draft=true");
    await ok(admin.put(`/api/page/${id}?draft=true`, { title: "B" }));
    await ok(admin.post(`/api/page/${id}/publish`));
    await ok(admin.put(`/api/page/${id}?draft=true`, { title: "C", tags: [lost] }));
    await ok(admin.post(`/api/page/${id}/translate`, { locale: "de" }));
    await ok(admin.put(`/api/page/${id}`, { seen: null }));
    await ok(admin.put(`/api/page/${id}?draft=true`, { title: "D" }));
    await ok(admin.post(`/api/page/${id}/unpublish`));
    await ok(admin.put(`/api/page/${id}`, { title: "E" }));
    const { data } = (await admin.get(`/api/page/${id}/versions`)).json;
    await ok(admin.post(`/api/page/${id}/versions/${data.at(-1).id}/restore`));
    await ok(admin.post(`/api/page/${id}/publish?force=true`));
    await ok(admin.delete(`/api/page/${id}`));
  });

  expect(seen).toBe(21);
});

test("hooks get a global's record in its language", async () => {
  const seen = await sameAs(async () => {
    await ok(admin.put("/api/banner", content()));
    await ok(admin.put("/api/banner?locale=de&draft=true", { ...content(), title: "Banner" }));
    await ok(admin.put("/api/banner?locale=de&draft=true", { title: "Neu" }));
    await ok(admin.post("/api/banner/publish?locale=de"));
    await ok(admin.put("/api/banner", { title: "New" }));
  });

  expect(seen).toBe(10);
});

test("hooks get no ids of deleted records", async () => {
  const [note, page] = [await make("note", content()), await make("page", content())];
  await ok(admin.put(`/api/page/${page}?draft=true`, content()));
  await ok(admin.delete(`/api/tag/${lost}`));

  const seen = await sameAs(async () => {
    await ok(admin.put(`/api/note/${note}`, { title: "B" }));
    await ok(admin.put(`/api/page/${page}?draft=true`, { title: "B" }));
    await ok(admin.put(`/api/page/${page}`, { title: "C" }));
    await ok(admin.post(`/api/page/${page}/publish?force=true`));
    await ok(admin.delete(`/api/page/${page}`));
  });

  expect(seen).toBe(9);
  expect(compared[0]?.got).toMatchObject({ tag: null, tags: [kept] });
});
