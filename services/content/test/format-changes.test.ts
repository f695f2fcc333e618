/** Rich text whose field gets another format, with what is stored. */
import { expect, test } from "@jest/globals";
import type { ConfigDefinition, FieldDefinition } from "@colophon/config";
import { changingSite } from "./support/changing-site.ts";
import type { Client } from "./support/service.ts";

const { during, plannedLosses } = changingSite();

type Format = "markdown" | "blocks" | "document";
const site = (format: Format, more: Partial<FieldDefinition> = {}): ConfigDefinition => ({
  entities: [
    {
      name: "note",
      versions: true,
      fields: [
        { name: "title", type: "text" },
        { name: "body", type: "richtext", format, ...(format !== "blocks" && { embeds: ["person"] }), ...more } as FieldDefinition,
      ],
    },
    { name: "person", fields: [{ name: "title", type: "text" }] },
  ],
  roles: [{ name: "admin", isAdmin: true }],
});
const text = (value: string, ...marks: readonly object[]) => ({ type: "text", text: value, ...(marks.length > 0 && { marks }) });
const paragraph = (...content: readonly object[]) => ({ _type: "paragraph", content });

async function created(admin: Client, body: unknown): Promise<string> {
  const { status, json } = await admin.post("/api/note", { body });
  expect([status, json.error]).toEqual([201, undefined]);
  return json.data.id;
}
const bodyOf = async (admin: Client, id: string, query = "") => (await admin.get(`/api/note/${id}${query}`)).json.data.body;

test("Markdown becomes documents in records, drafts and versions, and can be referred to, sent back and published", async () => {
  const { id, person } = await during(site("markdown"), async (admin) => {
    const { id: ines } = (await admin.post("/api/person", { title: "Ines" })).json.data;
    const made = await created(admin, "first _version_");
    await admin.put(`/api/note/${made}`, { body: `**live** [Ines](record:person/${ines})` });
    await admin.put(`/api/note/${made}?draft=true`, { body: "- a draft\n" });
    await created(admin, null);
    return { id: made, person: ines };
  });
  expect(await plannedLosses(site("document"))).toEqual([]);

  await during(site("document"), async (admin) => {
    const live = await bodyOf(admin, id);
    const draft = await bodyOf(admin, id, "?draft=true");
    expect(live).toEqual([
      paragraph(text("live", { type: "bold" }), text(" "), text("Ines", { type: "link", attrs: { entity: "person", id: person } })),
    ]);
    expect(draft).toEqual([
      { _type: "bulletList", content: [{ type: "listItem", content: [{ type: "paragraph", content: [text("a draft")] }] }] },
    ]);
    expect((await admin.get(`/api/person/${person}/usages`)).json.data).toHaveLength(1);
    const { data: versions } = (await admin.get(`/api/note/${id}/versions`)).json;
    const oldest = (await admin.get(`/api/note/${id}/versions/${versions.at(-1).id}`)).json.data;
    expect([oldest.data.body, oldest.incompatible]).toEqual([[paragraph(text("first "), text("version", { type: "italic" }))], undefined]);
    expect((await admin.put(`/api/note/${id}?draft=true`, { body: draft })).status).toBe(200);
    expect((await admin.post(`/api/note/${id}/publish`)).json.data.body).toEqual(draft);
    expect((await admin.post(`/api/note/${id}/versions/${oldest.id}/restore`)).json.data.body).toEqual(oldest.data.body);
  });
});

test("documents become Markdown, with their references", async () => {
  const { id, person } = await during(site("document"), async (admin) => {
    const { id: ines } = (await admin.post("/api/person", { title: "Ines" })).json.data;
    const made = await created(admin, [paragraph(text("first"))]);
    await admin.put(`/api/note/${made}`, { body: [{ _type: "record", attrs: { entity: "person", id: ines } }, { _type: "paragraph" }] });
    await admin.put(`/api/note/${made}?draft=true`, { body: [paragraph(text("a draft"))] });
    return { id: made, person: ines };
  });
  expect(await plannedLosses(site("markdown"))).toEqual([]);

  await during(site("markdown"), async (admin) => {
    expect(await bodyOf(admin, id)).toBe(`[person](record:person/${person} "card")\n`);
    expect(await bodyOf(admin, id, "?draft=true")).toBe("a draft\n");
    expect((await admin.get(`/api/person/${person}/usages`)).json.data).toHaveLength(1);
    const { data: versions } = (await admin.get(`/api/note/${id}/versions`)).json;
    expect((await admin.get(`/api/note/${id}/versions/${versions.at(-1).id}`)).json.data.data.body).toBe("first\n");
  });
});

test("a text that the new format can't say is refused with path and number of records, in a draft too, and keeps its value", async () => {
  const id = await during(site("markdown"), async (admin) => {
    const made = await created(admin, "some <b>HTML</b>");
    await created(admin, "plain");
    const drafted = await created(admin, "plain");
    await admin.put(`/api/note/${drafted}?draft=true`, { body: "##### small" });
    return made;
  });
  const lost = "the new definition of note.body can't hold the stored values of note.body (2 records)";

  await expect(during(site("document"), async () => null)).rejects.toThrow(`note.body: ${lost}`);
  expect(await plannedLosses(site("document"))).toEqual([lost]);
  await during(site("markdown"), async (admin) => expect(await bodyOf(admin, id)).toBe("some <b>HTML</b>"));
  await during(site("document"), async (admin) => expect(await bodyOf(admin, id)).toEqual([paragraph(text("some <b>HTML</b>"))]), true);
});

test("a version that the new format can't say stays as it is, and can't be restored", async () => {
  const id = await during(site("document"), async (admin) => {
    const made = await created(admin, [paragraph(text("a", { type: "underline" }))]);
    await admin.put(`/api/note/${made}`, { body: [paragraph(text("b"))] });
    return made;
  });

  await during(site("markdown"), async (admin) => {
    const { data: versions } = (await admin.get(`/api/note/${id}/versions`)).json;
    const oldest = versions.at(-1).id;
    const restored = await admin.post(`/api/note/${id}/versions/${oldest}/restore`);
    expect((await admin.get(`/api/note/${id}/versions/${oldest}`)).json.data.incompatible).toBe(true);
    expect([restored.status, restored.json.error.code]).toEqual([400, "VERSION_INCOMPATIBLE"]);
  });
});

test("a field gets another name and another format at once", async () => {
  const id = await during(site("markdown"), async (admin) => {
    const made = await created(admin, "live");
    await admin.put(`/api/note/${made}?draft=true`, { body: "a draft" });
    return made;
  });

  await during(site("document", { name: "text", renamedFrom: "body" }), async (admin) => {
    expect((await admin.get(`/api/note/${id}`)).json.data.text).toEqual([paragraph(text("live"))]);
    expect((await admin.get(`/api/note/${id}?draft=true`)).json.data.text).toEqual([paragraph(text("a draft"))]);
  });
});

test("blocks become a document as far as they are one", async () => {
  await during(site("blocks"), (admin) => created(admin, [paragraph(text("a"))]));
  expect(await plannedLosses(site("document"))).toEqual([]);

  await during(site("blocks"), (admin) => created(admin, [{ _type: "callout", tone: "red" }]));
  expect(await plannedLosses(site("document"))).toEqual([
    "the new definition of note.body can't hold the stored values of note.body.callout (1 record)",
  ]);
  expect(await plannedLosses(site("markdown"))).toEqual([
    "the new definition of note.body can't hold the stored values of note.body (1 record)",
  ]);
});
