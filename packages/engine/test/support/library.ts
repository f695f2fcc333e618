/** A configuration for searches: every searched kind of field, in every kind of place, for roles that see different parts. */
import type { FieldDefinition } from "@colophon/config";
import { compileSchema, createEngine, parseSearch } from "../../src/index.ts";
import type { Principal, IndexedWords } from "../../src/index.ts";
import { boundFor } from "./bound.ts";
import type { Bound } from "./bound.ts";
import { configOf } from "./config.ts";
import { run } from "./real-tables.ts";
import type { TestTables } from "./real-tables.ts";

const bookFields: readonly FieldDefinition[] = [
  { name: "title", type: "text", searchable: true },
  { name: "unmarked", type: "text" },
  { name: "slug", type: "slug", searchable: true },
  { name: "shelf", type: "select", options: ["fiction", { value: "non-fiction", label: "Truth" }], searchable: true },
  { name: "flags", type: "select", options: ["new", "worn", "signed"], multiple: true, searchable: true },
  { name: "notes", type: "text", searchable: true },
  { name: "secret", type: "text", searchable: true, hidden: true },
  { name: "owner", type: "relation", to: "_user" },
  { name: "extras", type: "object", fields: [{ name: "people", type: "relation", to: "_user", many: true }] },
  {
    name: "seo",
    type: "object",
    fields: [
      { name: "headline", type: "text", searchable: true },
      { name: "plain", type: "text" },
      { name: "kind", type: "select", options: ["inner"], searchable: true },
      { name: "inner", type: "text", searchable: true, hidden: true },
      { name: "deep", type: "object", fields: [{ name: "note", type: "text", searchable: true }] },
      { name: "list", type: "array", of: { type: "object", fields: [{ name: "text", type: "text", searchable: true }] } },
    ],
  },
  { name: "meta", type: "object", searchable: true, fields: [{ name: "text", type: "text" }] },
];

export const schema = compileSchema(
  configOf({
    entities: [
      { name: "paper", versions: true, fields: [{ name: "title", type: "text", searchable: true }] },
      { name: "book", fields: bookFields },
      { name: "site", global: true, fields: [{ name: "name", type: "text", searchable: true }] },
      { name: "silent", fields: [{ name: "title", type: "text" }] },
    ],
    roles: [
      { name: "admin", isAdmin: true },
      {
        name: "reader",
        permissions: {
          book: { read: { filter: { shelf: "fiction" }, fields: { exclude: ["notes", "seo.deep", "createdAt"] } } },
          site: { read: true },
        },
      },
      { name: "owner", permissions: { book: { read: { filter: { owner: "$CURRENT_USER" } } } } },
      { name: "person", permissions: { book: { read: { filter: { "extras.people": { $has: "$CURRENT_USER" } } } } } },
      { name: "titles", permissions: { book: { read: { fields: { exclude: ["slug", "shelf", "flags", "notes", "seo"] } } } } },
      { name: "writer", permissions: { book: { create: true } } },
    ],
  }),
);

export const USER_ID = "01900000-0000-7000-8000-00000000a001";

/** Stores that user. */
export async function addOwner({ client }: TestTables): Promise<void> {
  const text =
    "insert into cms.users (id, created_at, updated_at, email, name, role) values ($1, now(), now(), 'o@example.org', 'O', 'owner')";
  await client.query(text, [USER_ID]);
}

/** A signed-in user of the role. */
export function as(role: string): Principal {
  return { kind: "user", role, userId: USER_ID };
}

/** The statement for `q`, or null where there is nothing to search. */
export function statementFor(principal: Principal, q: string, words: IndexedWords, limit = 5): Bound | null {
  const plan = createEngine(schema)
    .as(principal)
    .search(parseSearch(`q=${encodeURIComponent(q)}&limit=${limit}`), words);
  return plan && boundFor(principal, plan);
}

export interface Hit {
  readonly entity: string;
  readonly global: boolean;
  readonly document: Readonly<Record<string, unknown>>;
}

/** Searches as the service does. */
export async function find(tables: TestTables, role: string, q: string, words: IndexedWords, limit = 20): Promise<Hit[]> {
  const plan = createEngine(schema)
    .as(as(role))
    .search(parseSearch(`q=${encodeURIComponent(q)}&limit=${limit}`), words);
  if (!plan) return [];
  const [row] = await run<{ results: string }>(tables.client, plan, as(role));
  return JSON.parse(row?.results ?? "") as Hit[];
}
