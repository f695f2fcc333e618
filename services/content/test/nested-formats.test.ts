/** Rich text inside objects, arrays and blocks whose definition gets another format, with what is stored. */
import { expect, test } from "@jest/globals";
import type { ConfigDefinition, FieldDefinition } from "@colophon/config";
import { changingSite } from "./support/changing-site.ts";
import type { Client } from "./support/service.ts";

const { during, plannedLosses } = changingSite();

type Format = "markdown" | "document";
const text = (format: Format, name = "text"): FieldDefinition => ({ name, type: "richtext", format, embeds: ["person"] });
/** `renamed` gives the members and blocks other names, too. */
function site(format: Format, renamed = false): ConfigDefinition {
  const member = renamed ? { ...text(format, "words"), renamedFrom: "text" } : text(format);
  const quote = renamed ? { name: "citation", renamedFrom: "quote", fields: [member] } : { name: "quote", fields: [member] };
  const fields: FieldDefinition[] = [
    { name: "title", type: "text" },
    { name: "intro", type: "object", fields: [{ name: "size", type: "number" }, member] },
    { name: "notes", type: "array", of: { type: "richtext", format, embeds: ["person"] } },
    { name: "parts", type: "blocks", blocks: [quote] },
    { name: "body", type: "richtext", format: "document", blocks: [quote] },
  ];
  return {
    entities: [
      { name: "note", versions: true, fields },
      { name: "person", fields: [{ name: "title", type: "text" }] },
    ],
    roles: [{ name: "admin", isAdmin: true }],
  };
}
const paragraph = (value: string) => ({ _type: "paragraph", content: [{ type: "text", text: value }] });
const contents = (value: unknown) => ({
  intro: { size: 1, text: value },
  notes: [value],
  parts: [{ _type: "quote", text: value }],
  body: [{ _type: "quote", attrs: { text: value } }, paragraph("between")],
});

async function created(admin: Client, body: unknown): Promise<string> {
  const { status, json } = await admin.post("/api/note", body);
  expect([status, json.error]).toEqual([201, undefined]);
  return json.data.id;
}
const contentOf = async (admin: Client, path: string) => {
  const { data } = (await admin.get(`/api/note/${path}`)).json;
  const { intro, notes, parts, body } = data.data ?? data;
  return { intro, notes, parts: parts.map(({ _key: _, ...part }: Record<string, unknown>) => part), body };
};

test.each<[Format, Format, (value: string) => unknown, (value: string) => unknown]>([
  ["markdown", "document", (value) => value, (value) => [paragraph(value)]],
  ["document", "markdown", (value) => [paragraph(value)], (value) => `${value}\n`],
])("%s inside other values becomes %s: in records, drafts and versions", async (from, to, before, after) => {
  const { id, oldest } = await during(site(from), async (admin) => {
    const made = await created(admin, contents(before("first")));
    await admin.put(`/api/note/${made}`, contents(before("live")));
    await admin.put(`/api/note/${made}?draft=true`, contents(before("a draft")));
    await created(admin, { title: "without texts" });
    const { data: versions } = (await admin.get(`/api/note/${made}/versions`)).json;
    return { id: made, oldest: versions.at(-1).id as string };
  });
  expect(await plannedLosses(site(to))).toEqual([]);

  await during(site(to), async (admin) => {
    expect(await contentOf(admin, id)).toEqual(contents(after("live")));
    expect(await contentOf(admin, `${id}?draft=true`)).toEqual(contents(after("a draft")));
    expect(await contentOf(admin, `${id}/versions/${oldest}`)).toEqual(contents(after("first")));
    expect((await admin.post(`/api/note/${id}/versions/${oldest}/restore`)).status).toBe(200);
    expect(await contentOf(admin, `${id}?draft=true`)).toEqual(contents(after("first")));
  });
});

test("their references are found in the new format, and members and blocks can get other names at the same time", async () => {
  const { id, person, oldest } = await during(site("markdown"), async (admin) => {
    const { id: ines } = (await admin.post("/api/person", { title: "Ines" })).json.data;
    const made = await created(admin, contents("first"));
    await admin.put(`/api/note/${made}`, { intro: { size: 1, text: `[Ines](record:person/${ines})` }, notes: [], parts: [] });
    const { data: versions } = (await admin.get(`/api/note/${made}/versions`)).json;
    return { id: made, person: ines, oldest: versions.at(-1).id };
  });

  await during(site("document", true), async (admin) => {
    const { intro } = await contentOf(admin, id);
    expect(intro).toEqual({
      size: 1,
      words: [
        {
          _type: "paragraph",
          content: [{ type: "text", text: "Ines", marks: [{ type: "link", attrs: { entity: "person", id: person } }] }],
        },
      ],
    });
    expect((await admin.get(`/api/person/${person}/usages`)).json.data).toMatchObject([{ id, field: "intro.words.link.person" }]);
    const { parts } = await contentOf(admin, `${id}/versions/${oldest}`);
    expect(parts).toEqual([{ _type: "citation", words: [paragraph("first")] }]);
  });
});

test("a text that the new format can't say is refused with its path and the number of records, and keeps its value", async () => {
  const id = await during(site("markdown"), async (admin) => {
    await created(admin, contents("plain"));
    return created(admin, { ...contents("plain"), parts: [{ _type: "quote", text: "some <b>HTML</b>" }], notes: ["##### small"] });
  });
  const lost = (path: string) => `the new definition of note.${path.split(".")[0]} can't hold the stored values of note.${path} (1 record)`;

  await expect(during(site("document"), async () => null)).rejects.toThrow(lost("parts.quote.text"));
  expect(await plannedLosses(site("document"))).toEqual([lost("notes"), lost("parts.quote.text")]);
  await during(site("markdown"), async (admin) => expect((await contentOf(admin, id)).notes).toEqual(["##### small"]));
  await during(
    site("document"),
    async (admin) => expect((await contentOf(admin, id)).parts).toEqual([{ _type: "quote", text: [paragraph("some <b>HTML</b>")] }]),
    true,
  );
});
