import type { ConfigDefinition, FieldDefinition } from "@colophon/config";
import type { Client } from "./service.ts";

const references = (onDelete: "setNull" | "restrict" | "cascade"): FieldDefinition[] => [
  { name: "page", type: "relation", to: "page", onDelete },
  { name: "pages", type: "relation", to: "page", many: true, ...(onDelete !== "cascade" && { onDelete }) },
  {
    name: "body",
    type: "blocks",
    blocks: [
      {
        name: "teaser",
        fields: [
          { name: "page", type: "relation", to: "page", onDelete },
          { name: "pages", type: "relation", to: "page", many: true, ...(onDelete !== "cascade" && { onDelete }) },
        ],
      },
    ],
  },
];

/** Pages in several languages, and references to them of every kind. */
export const translatedSite: ConfigDefinition = {
  locales: ["en", "de", "fr"],
  entities: [
    {
      name: "page",
      translatable: true,
      trash: true,
      fields: [
        { name: "title", type: "text" },
        { name: "owner", type: "relation", to: "owner", onDelete: "cascade" },
        { name: "parent", type: "relation", to: "page" },
        { name: "articles", type: "reverse", from: "article", field: "page" },
      ],
      admin: { summary: { title: "title" } },
    },
    { name: "owner", fields: [{ name: "name", type: "text" }] },
    {
      name: "note",
      trash: true,
      fields: [{ name: "title", type: "text" }, ...references("setNull")],
      admin: { summary: { title: "title" } },
    },
    { name: "guide", fields: [{ name: "title", type: "text" }, ...references("restrict")] },
    { name: "part", fields: [{ name: "title", type: "text" }, ...references("cascade")] },
    { name: "seat", fields: [{ name: "page", type: "relation", to: "page", unique: true }] },
    { name: "booking", versions: true, fields: [{ name: "page", type: "relation", to: "page", unique: true }] },
    { name: "settings", global: true, fields: [{ name: "home", type: "relation", to: "page" }] },
    { name: "imprint", global: true, translatable: true, fields: [{ name: "home", type: "relation", to: "page" }] },
    {
      name: "article",
      translatable: true,
      versions: true,
      fields: [{ name: "title", type: "text" }, { name: "start", type: "relation", to: "page", shared: true }, ...references("setNull")],
      admin: { summary: { title: "title" } },
    },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    {
      name: "reader",
      permissions: { page: { read: { filter: { title: { $ne: "secret" } } } }, note: { read: true }, article: { read: true } },
    },
  ],
};

/** What tests do with the site, by default as its admin. */
export function onTranslatedSite(admin: () => Client) {
  async function make(path: string, body: object) {
    const answer = await admin().post(`/api/${path}`, body);
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.json.data;
  }

  return {
    make,
    read: async (path: string, client = admin()) => (await client.get(`/api/${path}`)).json.data,

    /** A group of pages, one in each of the languages, whose titles are these. @returns their ids */
    async pages(...locales: readonly string[]): Promise<string[]> {
      const [locale, ...others] = locales;
      const first = await make("page", { title: locale, locale });
      const ids: string[] = [first.id];
      for (const other of others)
        ids.push((await make("page", { title: other, locale: other, translationGroup: first.translationGroup })).id);
      return ids;
    },
  };
}
