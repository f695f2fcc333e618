import type { EntityAdmin, FieldAdmin, SiteAdmin } from "@colophon/config";
import type { Rows } from "./table.ts";

export const SITE_ADMIN: Rows<SiteAdmin> = {
  title: ["string", "", "The name of the site, also in mails."],
  logo: ["string", "", "The address of a picture."],
  accent: ["string", "", "A colour, `#rrggbb`."],
  sidebar: [
    "item[], or function",
    "",
    "Names of entities, `{ title, href }` or `{ group, items }`. A function is asked for each caller: `(user) => item[]`.",
  ],
  dashboard: [
    "item[]",
    "",
    "`{ type }` with `list` or `count` (of an `entity`, with `filter`, `sort`, `limit`, `title`), `drafts`, `scheduled`, `recent`, or `text` (with `text`).",
  ],
};

export const ENTITY_ADMIN: Rows<EntityAdmin> = {
  icon: ["string", "", "The name of an icon, for an interface that has icons."],
  group: ["string", "", "The group in the sidebar where `sidebar` is left out."],
  summary: ["{ title, subtitle, image }", "", "Fields that stand for a record, such as `author.name`."],
  list: ["{ columns, sort, filters, views }", "", "The list: its columns, its order, and saved views `{ name, filter, sort }`."],
  form: ["{ sections, aside }", "", "The form: `sections` are `{ title, fields }`, `aside` is a list of fields."],
  preview: [
    "string, or function",
    "",
    "The address of a record's page, `/articles/{slug}`, for [preview links](../guide/drafts.md#preview-links).",
  ],
  bulkActions: ["(name, or { title, route })[]", "", "`publish`, `unpublish`, `delete`, `update`, or a custom route."],
};

export const FIELD_ADMIN: Rows<FieldAdmin> = {
  widget: ["string", "", "Another input."],
  placeholder: ["string", "", "A text in the empty input."],
  help: ["string", "", "A text below the input."],
  readOnly: ["boolean", "false", "The form shows the value and doesn't change it."],
  width: ["string, or number", "", "How wide the input is."],
  condition: ["filter", "", "Over fields of the same level. Where it doesn't hold, the field isn't shown, and `required` doesn't count."],
};
