/** A configuration with references at every depth, also to translatable records, and readers who may not see all of them. */
import { compile, compileSchema, createEngine, parseQuery } from "../../src/index.ts";
import type { Principal } from "../../src/index.ts";
import { configOf } from "./config.ts";

export const ID = "01900000-0000-7000-8000-000000000001";
export const OTHER = "01900000-0000-7000-8000-000000000002";
const toPerson = { type: "relation", to: "person" } as const;
const toPage = { type: "relation", to: "page" } as const;
/** Filters of permissions that the check of the configuration refuses. */
export const WRONG = [
  [{ nothing: "a" }, "nothing: there is no field nothing"],
  [{ title: { $eq: ["a", "b"] } }, "title: takes one value"],
  [{ title: { $contains: true } }, "title: must be text"],
] as const;
const schema = compileSchema(
  configOf({
    locales: ["en", "de"],
    entities: [
      {
        name: "note",
        versions: true,
        trash: true,
        fields: [
          { name: "title", type: "text" },
          { name: "state", type: "select", options: ["a", "b", "a,b"] },
          { name: "rank", type: "number" },
          { name: "author", ...toPerson },
          { name: "page", ...toPage },
          { name: "pages", ...toPage, many: true },
          {
            name: "place",
            type: "object",
            fields: [
              { name: "city", type: "text" },
              { name: "who", ...toPerson },
              { name: "friends", ...toPerson, many: true },
              { name: "home", ...toPage },
              { name: "unseen", ...toPerson, hidden: true },
              { name: "lock", type: "relation", to: "vault" },
              { name: "photo", type: "image" },
              { name: "clip", type: "video" },
              { name: "sheet", type: "file" },
            ],
          },
          {
            name: "steps",
            type: "array",
            of: {
              type: "object",
              fields: [
                { name: "name", type: "text" },
                { name: "who", ...toPerson },
                { name: "see", ...toPage },
              ],
            },
          },
          { name: "tags", type: "array", of: { type: "text" } },
          { name: "links", type: "array", of: toPerson },
        ],
      },
      {
        name: "person",
        fields: [
          { name: "active", type: "boolean" },
          { name: "boss", ...toPerson },
          { name: "notes", type: "reverse", from: "note", field: "author" },
          { name: "steps", type: "reverse", from: "note", field: "steps.who" },
        ],
      },
      {
        name: "page",
        translatable: true,
        fields: [
          { name: "title", type: "text" },
          { name: "seen", type: "reverse", from: "note", field: "steps.see" },
        ],
      },
      { name: "vault", fields: [{ name: "title", type: "text" }] },
    ],
    roles: [
      { name: "admin", isAdmin: true },
      {
        name: "reader",
        permissions: {
          note: { read: true, update: true },
          person: { read: { filter: { active: true } } },
          page: { read: true },
          _file: { read: true },
        },
      },
      { name: "own", permissions: { note: { read: { filter: { _createdBy: "$CURRENT_USER", author: ID } } } } },
      {
        name: "unrelated",
        permissions: {
          note: {
            read: { filter: { "place.lock": OTHER, "place.city": "Oslo", "author.boss": OTHER }, fields: { exclude: ["place.city"] } },
          },
          person: { read: { filter: { active: true } } },
        },
      },
      { name: "named", permissions: { note: { read: { filter: { _createdBy: OTHER, title: { $contains: "$CURRENT_ROLE" } } } } } },
      ...WRONG.map(([filter], at) => ({ name: `wrong${at}`, permissions: { note: { read: { filter } } } })),
    ],
  }),
);
export const admin: Principal = { kind: "user", role: "admin", userId: ID };
export const as = (role: string): Principal => ({ kind: "user", role, userId: ID });

export const listOf = (
  search: string,
  { principal = admin, entity = "note" }: { readonly principal?: Principal; readonly entity?: string } = {},
) =>
  createEngine(schema)
    .as(principal)
    .list(entity, parseQuery(`${search}&count=false&fields=id`));
export const textOf = (search: string, entity = "note") => compile(listOf(search, { entity })).text;
/** The condition of a filter by a record's own values and references. */
export const conditionOf = (search: string, entity = "note") =>
  / where (.*) and "t0"\."published_at" is not null/s.exec(textOf(search, entity))?.[1] ?? "";
