import { site, withEntity, withField, type Mistake } from "../site.ts";

const FIELDS = [
  { name: "title", type: "text" },
  { name: "rank", type: "number" },
  { name: "cover", type: "image" },
  { name: "notes", type: "json" },
  { name: "tags", type: "array", of: { type: "text" } },
  { name: "photos", type: "image", many: true },
  { name: "seo", type: "object", fields: [{ name: "author", type: "relation", to: "_user" }] },
];
const withAdmin = (admin: unknown) => withEntity({ fields: FIELDS, admin });
const withCondition = (condition: unknown, ...beside: readonly unknown[]) =>
  withField({ name: "price", type: "number", admin: { condition } }, { name: "sold", type: "boolean" }, ...beside);
const at = "entities[0].admin";
const conditionAt = "entities[0].fields[1].admin.condition";
const ALL =
  '"id", "_type", "createdAt", "updatedAt", "publishedAt", "_createdBy", "_updatedBy", "title", "rank", "cover", "notes", "tags", "photos" or "seo"';

/** Mistakes in `admin`: of the site, of entities, of fields. */
export const ADMIN_MISTAKES: readonly Mistake[] = [
  ["an admin title that is no text", site({ admin: { title: 5 } }), "admin.title", "Make this a text instead of 5."],
  [
    "a sidebar with an entity that isn't there",
    site({ admin: { sidebar: [{ group: "All", items: ["artcle"] }] } }),
    "admin.sidebar[0].items[0]",
    'Write "article" instead of "artcle": there is no such entity.',
  ],
  [
    "a sidebar with something else",
    site({ admin: { sidebar: [5] } }),
    "admin.sidebar[0]",
    "Write the name of an entity, { group, items } or { title, href }.",
  ],
  [
    "a sidebar that is neither list nor function",
    site({ admin: { sidebar: "article" } }),
    "admin.sidebar",
    "Make sidebar a list, or a function that returns one, instead of a string.",
  ],
  [
    "a sidebar link without its address",
    site({ admin: { sidebar: [{ title: "A" }] } }),
    "admin.sidebar[0].href",
    "Add this: it must be a text.",
  ],
  [
    "an unknown kind of dashboard item",
    site({ admin: { dashboard: [{ type: "chart" }] } }),
    "admin.dashboard[0].type",
    'Use "list", "count", "drafts", "scheduled", "recent", "text" or "custom" instead of "chart".',
  ],
  [
    "a dashboard list of nothing",
    site({ admin: { dashboard: [{ type: "list" }] } }),
    "admin.dashboard[0].entity",
    "Add the entity of this list.",
  ],
  [
    "a card of the project without its name",
    site({ admin: { dashboard: [{ type: "custom" }] } }),
    "admin.dashboard[0].name",
    "Add the name of the card as in admin/index.ts.",
  ],
  ["a dashboard text without text", site({ admin: { dashboard: [{ type: "text" }] } }), "admin.dashboard[0].text", "Add the text."],
  [
    "a dashboard item that is no object",
    site({ admin: { dashboard: ["list"] } }),
    "admin.dashboard[0]",
    "Make this a dashboard item, an object, instead of a string.",
  ],
  [
    "a dashboard item without its kind",
    site({ admin: { dashboard: [{ title: "News" }] } }),
    "admin.dashboard[0].type",
    'Use "list", "count", "drafts", "scheduled", "recent", "text" or "custom".',
  ],
  [
    "a dashboard list of an entity that isn't there, whatever its filter names",
    site({ admin: { dashboard: [{ type: "list", entity: "artcle", filter: { titel: "x" }, sort: "titel" }] } }),
    "admin.dashboard[0].entity",
    'Write "article" instead of "artcle": there is no such entity.',
  ],
  [
    "a dashboard order by a field that isn't there",
    site({ admin: { dashboard: [{ type: "list", entity: "article", sort: "-titel" }] } }),
    "admin.dashboard[0].sort",
    'Write "title" instead of "titel": the entity "article" has no field "titel".',
  ],
  [
    "a dashboard filter that names no field",
    site({ admin: { dashboard: [{ type: "count", entity: "article", filter: { titel: "x" } }] } }),
    "admin.dashboard[0].filter.titel",
    'Write "title" instead of "titel": the entity "article" has no field "titel".',
  ],
  ["a summary without a title", withAdmin({ summary: {} }), `${at}.summary.title`, "Add this: it must be a text."],
  [
    "a summary whose title isn't there",
    withAdmin({ summary: { title: "titel" } }),
    `${at}.summary.title`,
    'Write "title" instead of "titel": the entity "article" has no field "titel".',
  ],
  [
    "a summary whose subtitle isn't there",
    withAdmin({ summary: { title: "title", subtitle: "titel" } }),
    `${at}.summary.subtitle`,
    'Write "title" instead of "titel": the entity "article" has no field "titel".',
  ],
  [
    "a summary image that is a list of images",
    withAdmin({ summary: { title: "title", image: "photos" } }),
    `${at}.summary.image`,
    'Name a field that holds one image instead of "photos".',
  ],
  [
    "a summary image that is none",
    withAdmin({ summary: { title: "title", image: "rank" } }),
    `${at}.summary.image`,
    'Name a field that holds one image instead of "rank".',
  ],
  [
    "a column that isn't there",
    withAdmin({ list: { columns: ["title", "colour"] } }),
    `${at}.list.columns[1]`,
    `Name a field of the entity "article": it has no field "colour", only ${ALL}.`,
  ],
  [
    "a column through a relation inside an object",
    withAdmin({ list: { columns: ["seo.author.name"] } }),
    `${at}.list.columns[0]`,
    'End this path at "author": it is of type relation inside an object and can\'t be followed.',
  ],
  ["a list that is no object", withAdmin({ list: ["title"] }), `${at}.list`, "Make this a list's options, an object, instead of an array."],
  [
    "a list filter that isn't there",
    withAdmin({ list: { filters: ["tite"] } }),
    `${at}.list.filters[0]`,
    'Write "title" instead of "tite": the entity "article" has no field "tite".',
  ],
  ...["notes", "tags"].map((name): Mistake => [
    `an order by ${name}, which has none`,
    withAdmin({ list: { sort: `-${name}` } }),
    `${at}.list.sort`,
    `Sort by a field of "article" itself that holds one value instead of "${name}".`,
  ]),
  [
    "an order by a field of another record, even one that isn't there",
    withAdmin({ list: { sort: "seo.autor" } }),
    `${at}.list.sort`,
    'Sort by a field of "article" itself that holds one value instead of "seo.autor".',
  ],
  [
    "a view's order by a field that isn't there",
    withAdmin({ list: { views: [{ name: "Top", sort: "-rnak" }] } }),
    `${at}.list.views[0].sort`,
    'Write "rank" instead of "rnak": the entity "article" has no field "rnak".',
  ],
  [
    "a view whose filter is no object",
    withAdmin({ list: { views: [{ name: "Top", filter: "rank" }] } }),
    `${at}.list.views[0].filter`,
    "Make filter an object of field and value instead of a string.",
  ],
  [
    "a view whose value doesn't fit",
    withAdmin({ list: { views: [{ name: "Top", filter: { rank: "high" } }] } }),
    `${at}.list.views[0].filter.rank`,
    'Use a number instead of "high".',
  ],
  ["a view without a name", withAdmin({ list: { views: [{}] } }), `${at}.list.views[0].name`, "Add this: it must be a text."],
  [
    "a form field that isn't there",
    withAdmin({ form: { sections: [{ title: "A", fields: ["titel"] }] } }),
    `${at}.form.sections[0].fields[0]`,
    'Write "title" instead of "titel": the entity "article" has no field "titel".',
  ],
  [
    "a form field in two places",
    withAdmin({ form: { sections: [{ title: "A", fields: ["title"] }], aside: ["title"] } }),
    `${at}.form.aside[0]`,
    'Remove "title" here: the form already contains it.',
  ],
  [
    "a preview with a field that isn't there",
    withAdmin({ preview: "/a/{slugg}" }),
    `${at}.preview`,
    `Name a field of the entity "article": it has no field "slugg", only ${ALL}.`,
  ],
  ["a preview that is a number", withAdmin({ preview: 5 }), `${at}.preview`, 'Write "/articles/{slug}", or a function.'],
  [
    "publishing what has no versions",
    withAdmin({ bulkActions: ["publish"] }),
    `${at}.bulkActions[0]`,
    'Remove "publish", or add versions: without versions, records cannot be published.',
  ],
  [
    "a bulk action on a route that isn't there",
    withAdmin({ bulkActions: [{ title: "Mail", route: "mail" }] }),
    `${at}.bulkActions[0].route`,
    'Use the name of a custom route instead of "mail", which doesn\'t exist.',
  ],
  [
    "an unknown bulk action",
    withAdmin({ bulkActions: ["archive"] }),
    `${at}.bulkActions[0]`,
    'Use "publish", "unpublish", "delete", "update" or "assign", or { title: "…", route: "…" } with the name of a custom route.',
  ],
  [
    "readOnly that is no boolean",
    withField({ name: "a", type: "text", admin: { readOnly: 1 } }),
    "entities[0].fields[1].admin.readOnly",
    "Make this true or false instead of 1.",
  ],
  ["a condition that is no object", withCondition("sold"), conditionAt, "Make condition an object of field and value instead of a string."],
  ["a condition on nothing", withCondition({}), conditionAt, "Name at least one field in condition, or remove it."],
  [
    "a condition on itself",
    withCondition({ price: 5 }),
    `${conditionAt}.price`,
    "Name another field: a condition can't depend on its own field.",
  ],
  [
    "a condition on a field that isn't there",
    withCondition({ sodl: true }),
    `${conditionAt}.sodl`,
    'Write "sold" instead of "sodl": this level has no field "sodl".',
  ],
  [
    "a condition with a value that doesn't fit",
    withCondition({ sold: "yes" }),
    `${conditionAt}.sold`,
    'Use true or false instead of "yes".',
  ],
  [
    "a condition with a variable",
    withCondition({ day: { $lt: "$NOW" } }, { name: "day", type: "date" }),
    `${conditionAt}.day.$lt`,
    'Write a constant instead of "$NOW": variables are not allowed here.',
  ],
  [
    "a condition on a field of no type",
    withCondition({ state: "live" }, { name: "state", type: "txt" }),
    "entities[0].fields[3].type",
    'Write "text" instead of "txt".',
  ],
  [
    "a condition on a part of a text",
    withCondition({ "title.length": 5 }),
    `${conditionAt}["title.length"]`,
    'End this path at "title": it is of type text.',
  ],
  [
    "a condition that follows a relation",
    withCondition({ "up.title": "a" }, { name: "up", type: "relation", to: "article" }),
    `${conditionAt}["up.title"]`,
    'End this path at "up": a condition follows no relations.',
  ],
  [
    "a condition of an array's items",
    withField({ name: "list", type: "array", of: { type: "text", admin: { condition: { title: "a" } } } }),
    "entities[0].fields[1].of.admin.condition",
    "Remove this condition: an array's items have no other fields at their level.",
  ],
  [
    "a condition inside an object on a hidden member",
    withField({
      name: "seo",
      type: "object",
      fields: [
        { name: "secret", type: "boolean", hidden: true },
        { name: "headline", type: "text", admin: { condition: { secret: true } } },
      ],
    }),
    "entities[0].fields[1].fields[1].admin.condition.secret",
    `Name a field that isn't hidden: callers who write "secret" lies in can't send it.`,
  ],
];
