import { site, withRead, withRole, type Mistake } from "../site.ts";

/** Mistakes in roles and what they may do. */
export const ROLE_MISTAKES: readonly Mistake[] = [
  [
    "no role at all",
    site({ roles: [] }),
    "roles",
    'Add a role with isAdmin: true, such as { name: "admin", isAdmin: true }: without one nobody could administer the site.',
  ],
  ["a role without a name", withRole({ permissions: {} }), "roles[1].name", "Add this: it must be a text."],
  [
    "a role name with a slash",
    withRole({ name: "a/b" }),
    "roles[1].name",
    'Rename the role "a/b": use letters, digits, spaces, -, _ and ., a letter first, at most 48 characters.',
  ],
  ["two roles of one name", withRole({ name: "admin" }), "roles[1].name", 'Rename or remove this role: roles[0] is called "admin" too.'],
  [
    "two roles that differ in case",
    withRole({ name: "Admin" }),
    "roles[1].name",
    'Rename this role: "Admin" differs from "admin" (roles[0]) only in case.',
  ],
  [
    "two public roles",
    withRole({ name: "public", public: true }, { name: "guest", public: true }),
    "roles[2].public",
    "Remove public here or at roles[1]: at most one role is for callers without credentials.",
  ],
  [
    "a public admin",
    withRole({ name: "all", isAdmin: true, public: true }),
    "roles[1].public",
    "Remove public or isAdmin: otherwise every caller is an admin.",
  ],
  [
    "an admin mark that is no boolean",
    site({ roles: [{ name: "admin", isAdmin: 1 }] }),
    "roles[0].isAdmin",
    "Make this true or false instead of 1.",
  ],
  [
    "an unknown role option",
    withRole({ name: "editor", permision: {} }),
    "roles[1].permision",
    'Write "permissions" instead of "permision": a role has no option "permision".',
  ],
  [
    "a permission for a missing entity",
    withRole({ name: "editor", permissions: { artcle: { read: true } } }),
    "roles[1].permissions.artcle",
    'Write "article" instead of "artcle": there is no such entity.',
  ],
  [
    "a permission for every entity",
    withRole({ name: "editor", permissions: { "*": { read: true } } }),
    'roles[1].permissions["*"]',
    'Name one of the entities "_user", "_image", "_video", "_file" or "article": there is no "*".',
  ],
  [
    "an entity permission that is a boolean",
    withRole({ name: "editor", permissions: { article: true } }),
    "roles[1].permissions.article",
    "Write an object such as { read: true } instead of a boolean.",
  ],
  [
    "an unknown operation",
    withRole({ name: "editor", permissions: { article: { publish: true } } }),
    "roles[1].permissions.article.publish",
    'Remove "publish": a permission has no such option, only create, read, update, delete.',
  ],
  [
    "a permission that is a text",
    withRole({ name: "editor", permissions: { article: { read: "all" } } }),
    "roles[1].permissions.article.read",
    "Write true, false or { filter, fields } instead of a string.",
  ],
  [
    "an unknown permission option",
    withRole({ name: "editor", permissions: { article: { read: { filters: {} } } } }),
    "roles[1].permissions.article.read.filters",
    'Write "filter" instead of "filters": a permission has no option "filters".',
  ],
  [
    "an excluded field that is missing",
    withRead({ fields: { exclude: ["subtitle"] } }),
    "roles[1].permissions.article.read.fields.exclude[0]",
    'Name one of "id", "_type", "createdAt", "updatedAt", "publishedAt", "_createdBy", "_updatedBy", "title", "status", "topics", "date", "opensAt", "words", "pages", "featured", "author", "readers", "owner", "extra" or "seo": the entity "article" has no field "subtitle".',
  ],
  [
    "an excluded id",
    withRead({ fields: { exclude: ["id"] } }),
    "roles[1].permissions.article.read.fields.exclude[0]",
    'Remove "id": an answer always holds the id.',
  ],
  [
    "exclude that is no list",
    withRead({ fields: { exclude: "title" } }),
    "roles[1].permissions.article.read.fields.exclude",
    'Make this an array instead of "title".',
  ],
  [
    "exclude left undefined",
    withRead({ fields: { exclude: undefined } }),
    "roles[1].permissions.article.read.fields.exclude",
    'List the fields to hide, such as ["notes"], or remove fields.',
  ],
  [
    "an unknown fields option",
    withRead({ fields: { exclude: [], include: ["title"] } }),
    "roles[1].permissions.article.read.fields.include",
    'Remove "include": fields has no such option, only exclude.',
  ],
  [
    "drafts to update, which only reading has",
    withRole({ name: "editor", permissions: { article: { update: { drafts: true } } } }),
    "roles[1].permissions.article.update.drafts",
    'Remove "drafts": a permission has no such option, only filter, fields.',
  ],
  [
    "a permission for a missing entity, whose fields nobody knows",
    withRole({ name: "editor", permissions: { artcle: { read: { filter: { title: "a" }, fields: { exclude: ["title"] } } } } }),
    "roles[1].permissions.artcle",
    'Write "article" instead of "artcle": there is no such entity.',
  ],
  [
    "an excluded field that is misspelt",
    withRead({ fields: { exclude: ["titel"] } }),
    "roles[1].permissions.article.read.fields.exclude[0]",
    'Write "title" instead of "titel": the entity "article" has no such field.',
  ],
];
