import { expect, test } from "@jest/globals";
import type { ConfigDefinition, EntityDefinition, FieldDefinition } from "@colophon/config";
import { changingSite } from "./support/changing-site.ts";
import type { Client } from "./support/service.ts";

type Options = Omit<EntityDefinition, "name" | "fields"> & { readonly name?: string };

const TITLE: FieldDefinition = { name: "title", type: "text" };
const SLUG: FieldDefinition = { name: "slug", type: "slug", from: "title" };
const PERSON: EntityDefinition = { name: "person", fields: [TITLE] };

const site = (fields: readonly FieldDefinition[], options: Options = { trash: true }): ConfigDefinition => ({
  entities: [{ name: "note", versions: true, ...options, fields }, PERSON],
  roles: [{ name: "admin", isAdmin: true }],
});

const { during, apply } = changingSite();

/** A record in the trash. */
async function trashed(admin: Client, body: object): Promise<string> {
  const { id } = (await admin.post("/api/note", body)).json.data;
  expect((await admin.delete(`/api/note/${id}`)).status).toBe(200);
  return id;
}

test("disabling the trash is refused while it contains records, unless their loss is allowed", async () => {
  const fields = [TITLE, SLUG];
  const id = await during(site(fields), (admin) => trashed(admin, { title: "Lost" }));
  const without = site(fields, {});

  await expect(apply(without)).rejects.toThrow("note has no trash any more: the records in it are lost");
  await during(
    without,
    async (admin, { database }) => {
      expect((await admin.get("/api/note?draft=true")).json.meta.total).toBe(0);
      expect(await database.run({ text: "select id from content.note union all select record_id from cms.versions" })).toEqual([]);
      expect(await database.run({ text: "select id from cms.trash" })).toEqual([]);
    },
    true,
  );
  await during(site(fields), async (admin) => expect((await admin.get(`/api/note/${id}?trashed=true`)).status).toBe(404));
});

test("an empty trash is enabled and disabled without any loss", async () => {
  const fields = [TITLE, SLUG];
  const id = await during(site(fields, {}), async (admin) => (await admin.post("/api/note", { title: "Kept" })).json.data.id);

  await during(site(fields), async (admin) => {
    await admin.delete(`/api/note/${id}`);
    expect((await admin.post(`/api/note/${id}/restore`)).json.data).toMatchObject({ slug: "kept" });
  });
  await during(site(fields, {}), async (admin) => expect((await admin.get(`/api/note/${id}`)).status).toBe(200));
});

test("records in the trash follow renamed fields and entities", async () => {
  const id = await during(site([TITLE, SLUG]), (admin) => trashed(admin, { title: "Moved" }));

  const renamed = site([TITLE, { ...SLUG, name: "path", renamedFrom: "slug" }], { name: "memo", renamedFrom: "note", trash: true });
  await during(renamed, async (admin) => {
    expect((await admin.get(`/api/memo/${id}?trashed=true`)).json.data).toMatchObject({ path: "moved" });
    expect((await admin.post(`/api/memo/${id}/restore`)).json.data).toMatchObject({ title: "Moved", path: "moved" });
  });
});

test("a unique field gets another name while a record lies in the trash", async () => {
  const code: FieldDefinition = { name: "code", type: "text", unique: true };
  const id = await during(site([TITLE, code]), (admin) => trashed(admin, { title: "Coded", code: "c" }));

  await during(site([TITLE, { ...code, name: "number", renamedFrom: "code" }]), async (admin) => {
    expect((await admin.post(`/api/note/${id}/restore`)).json.data).toMatchObject({ title: "Coded", number: "c" });
  });
});

test("a record that is restored while an older process runs is out of the trash of its renamed entity", async () => {
  const renamed = site([{ ...TITLE, name: "headline", renamedFrom: "title" }], { name: "memo", renamedFrom: "note", trash: true });

  await during(site([TITLE]), async (older) => {
    const [back, kept] = [await trashed(older, { title: "Back" }), await trashed(older, { title: "Kept" })];
    await during(renamed, async (newer) => {
      const restored = await newer.post(`/api/memo/${back}/restore`);
      const listed = await newer.get("/api/memo?trashed=true");

      expect([restored.status, restored.json.data.headline]).toEqual([200, "Back"]);
      expect((await newer.get(`/api/memo/${back}?draft=true`)).json.data).toMatchObject({ headline: "Back" });
      expect(listed.json.data.map(({ id, headline }: Record<string, unknown>) => [id, headline])).toEqual([[kept, "Kept"]]);
    });
  });
});

test("a new unique rule doesn't apply to records in the trash, but to their restoration", async () => {
  const code = { name: "code", type: "text" } as const;
  const ids = await during(site([TITLE, code]), async (admin) => {
    const old = await trashed(admin, { title: "Old", code: "c" });
    await admin.post("/api/note", { title: "New", code: "c" });
    return old;
  });

  await during(site([TITLE, { ...code, unique: true }]), async (admin) => {
    expect((await admin.get(`/api/note/${ids}?trashed=true`)).json.data).toMatchObject({ code: "c" });
    expect((await admin.post(`/api/note/${ids}/restore`)).status).toBe(409);
  });
  await during(site([TITLE, code]), async (admin) => {
    expect((await admin.post(`/api/note/${ids}/restore`)).json.data).toMatchObject({ code: "c" });
  });
});

test("a change of a reference from or to restrict keeps its records", async () => {
  const to = (onDelete: "restrict" | "setNull"): FieldDefinition => ({ name: "person", type: "relation", to: "person", onDelete });
  const [free, held, person] = await during(site([TITLE, to("setNull")]), async (admin) => {
    const { id } = (await admin.post("/api/person", { title: "P" })).json.data;
    return [await trashed(admin, { title: "Free", person: id }), await trashed(admin, { title: "Held", person: id }), id];
  });

  await during(site([TITLE, to("restrict")]), async (admin) => {
    expect((await admin.post(`/api/note/${free}/restore`)).json.data).toMatchObject({ person });
    expect((await admin.delete(`/api/person/${person}`)).status).toBe(409);
    await admin.delete(`/api/note/${free}`);
  });
  await during(site([TITLE, to("setNull")]), async (admin) => {
    expect((await admin.post(`/api/note/${free}/restore`)).json.data).toMatchObject({ person });
    expect((await admin.delete(`/api/person/${person}`)).status).toBe(200);
    expect((await admin.post(`/api/note/${held}/restore`)).json.data).toMatchObject({ person: null });
  });
});

test("an entity is dropped with its trash", async () => {
  await during(site([TITLE]), (admin) => trashed(admin, { title: "Gone" }));

  await during(
    { ...site([TITLE]), entities: [PERSON] },
    async (_, { database }) => expect(await database.run({ text: "select id from cms.trash" })).toEqual([]),
    true,
  );
});

test("a record that was moved to the trash before its entity became translatable is restored into a translation group of its own", async () => {
  const fields = [TITLE, SLUG];
  const translatable = { ...site(fields, { trash: true, translatable: true }), locales: ["en", "de"], defaultLocale: "en" };
  const ids = await during(site(fields), async (admin) => [await trashed(admin, { title: "One" }), await trashed(admin, { title: "Two" })]);

  await during(translatable, async (admin) => {
    const listed = await admin.get("/api/note?trashed=true");
    const restored = await Promise.all(ids.map((id) => admin.post(`/api/note/${id}/restore`)));

    expect(listed.json.data.map(({ title }: { title: string }) => title).toSorted()).toEqual(["One", "Two"]);
    expect(restored.map(({ status }) => status)).toEqual([200, 200]);
    expect(restored[0]?.json.data).toMatchObject({ title: "One", slug: "one", locale: "en" });
    const groups = restored.map(({ json }) => json.data.translationGroup);
    expect(new Set(groups).size).toBe(2);
    const translation = await admin.post("/api/note", { title: "Eins", locale: "de", translationGroup: groups[0] });
    expect(translation.status).toBe(201);
  });
});
