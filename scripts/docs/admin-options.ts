import type { EntityAdmin, FieldAdmin, SiteAdmin } from "@colophon/config";
import type { Rows } from "./table.ts";

export const SITE_ADMIN: Rows<SiteAdmin> = {
  title: ["string", "", "The name of the site, also used in mails."],
  logo: ["string", "", "The URL of an image."],
  accent: ["string", "", "A colour, `#rrggbb`."],
  sidebar: [
    "item[], or function",
    "",
    "Names of entities, `{ title, href }` or `{ group, items }`. A function is called for each request: `(user) => item[]`.",
  ],
  dashboard: [
    "item[]",
    "",
    "`{ type }` with `list` or `count` (of an `entity`, with `filter`, `sort`, `limit`, `title`), `drafts`, `scheduled`, `recent`, `text` (with `text`), or `custom` (with the `name` of [your own card](../guide/admin-page.md#your-own-components)).",
  ],
};

export const ENTITY_ADMIN: Rows<EntityAdmin> = {
  icon: ["string", "", "The name of an icon, for an admin interface of your own. Colophon's page doesn't show it."],
  group: ["string", "", "The group in the sidebar, if `sidebar` is not set."],
  summary: ["{ title, subtitle, image }", "", "Fields that identify a record, such as `author.name`."],
  list: [
    "{ columns, sort, filters, views }",
    "",
    "The list: its columns, its order, the fields that can be filtered, and saved views `{ name, filter, sort }`.",
  ],
  form: ["{ sections, aside }", "", "The form: `sections` are `{ title, fields }`, `aside` is a list of fields."],
  preview: [
    "string, or function",
    "",
    "The address of a record's page, `/articles/{slug}`, for [preview links](../guide/drafts.md#preview-links).",
  ],
  bulkActions: [
    "(name, or { title, route })[]",
    "",
    "`publish`, `unpublish`, `delete`, `update`, `assign` (for admins: to another owner), or a custom route.",
  ],
};

export const FIELD_ADMIN: Rows<FieldAdmin> = {
  widget: [
    "string",
    "",
    "The name of [your own input](../guide/admin-page.md#your-own-components); for a `text` field also `color`, `url` or `email`.",
  ],
  placeholder: ["string", "", "The text in the empty input."],
  help: ["string", "", "The text below the input."],
  readOnly: ["boolean", "false", "The form shows the value but can't change it."],
  width: [
    "string, or number",
    "`full`",
    "The width of the input: `full`, `half`, `third`, `quarter`, a percentage such as `40%`, or a number of 12 columns.",
  ],
  condition: ["filter", "", "A filter on fields of the same level. If it is false, the field isn't shown, and `required` doesn't apply."],
};
