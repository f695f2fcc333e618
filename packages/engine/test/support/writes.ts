import { randomUUID } from "node:crypto";
import type { FieldDefinition } from "@colophon/config";
import { compileSchema } from "../../src/index.ts";
import type { Principal } from "../../src/index.ts";
import { configOf } from "./config.ts";
import { openTables } from "./real-tables.ts";
import type { TestTables } from "./real-tables.ts";
import { createWriter } from "./writer.ts";
import type { Written } from "./writer.ts";

export const SEEN_TAG = "01890a5d-ac96-774b-bcce-b302099a8057";

const EVERY_TYPE: FieldDefinition[] = [
  { name: "title", type: "text", required: true },
  { name: "slug", type: "slug", from: "title" },
  { name: "body", type: "richtext" },
  { name: "story", type: "richtext", format: "blocks" },
  { name: "score", type: "number" },
  { name: "rank", type: "number", integer: true },
  { name: "live", type: "boolean", default: false },
  { name: "day", type: "date" },
  { name: "at", type: "datetime" },
  { name: "status", type: "select", options: ["draft", "live"], default: "draft" },
  { name: "moods", type: "select", options: ["calm", "wild"], multiple: true },
  { name: "mail", type: "email", unique: true },
  { name: "link", type: "url" },
  { name: "tint", type: "color" },
  { name: "extra", type: "json" },
  {
    name: "seo",
    type: "object",
    fields: [
      { name: "headline", type: "text" },
      { name: "photo", type: "image" },
    ],
  },
  { name: "lines", type: "array", of: { type: "text" } },
  { name: "parts", type: "blocks", blocks: [{ name: "quote", fields: [{ name: "text", type: "text", required: true }] }] },
  { name: "author", type: "relation", to: "author" },
  { name: "tags", type: "relation", to: "tag", many: true },
  { name: "cover", type: "image", accept: ["image/*"], maxBytes: 1000 },
  { name: "code", type: "text", immutable: true },
];

const config = configOf({
  locales: ["en", "de"],
  entities: [
    { name: "article", fields: EVERY_TYPE },
    { name: "author", fields: [{ name: "name", type: "text" }] },
    { name: "tag", fields: [{ name: "name", type: "text" }] },
    { name: "book", fields: [{ name: "author", type: "relation", to: "author", required: true }] },
    {
      name: "page",
      translatable: true,
      fields: [
        { name: "title", type: "text" },
        { name: "slug", type: "slug", from: "title" },
      ],
    },
    { name: "site", global: true, fields: [{ name: "title", type: "text", required: true }] },
    {
      name: "post",
      versions: { limit: 3 },
      fields: [
        { name: "title", type: "text", required: true },
        { name: "tags", type: "relation", to: "tag", many: true },
      ],
    },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    {
      name: "editor",
      permissions: {
        article: {
          create: { filter: { status: "draft" }, fields: { exclude: ["rank"] } },
          read: { filter: { status: { $in: ["draft", "live"] } }, fields: { exclude: ["code"] } },
          update: { filter: { status: "draft" }, fields: { exclude: ["rank", "code"] } },
          delete: { filter: { status: "draft" } },
        },
        tag: { create: true },
        _user: { read: true, update: true, create: true },
      },
    },
    { name: "tagger", permissions: { article: { read: true, update: { filter: { tags: { $has: SEEN_TAG } } } } } },
  ],
});

const principal = (role: string): Principal & { kind: "user" } => ({ kind: "user", role, userId: randomUUID(), confirmed: true });
export const admin = principal("admin");
export const editor = principal("editor");
export const tagger = principal("tagger");
export const schema = compileSchema(config);

type Client = TestTables["client"];
interface Options {
  readonly client?: Client;
  readonly expectedVersion?: number;
}

/** Tables of a schema with every field type, and writers for whichever principal. */
export async function openWrites() {
  const tables = await openTables();
  await tables.apply(schema);
  const as = (who: Principal, client: Client = tables.client) => createWriter(schema, client, who);
  return {
    tables,
    create: (
      who: Principal,
      entity: string,
      body: unknown,
      { client, ...options }: { client?: Client; id?: string; draft?: boolean } = {},
    ): Promise<Written> => as(who, client).create(entity, body, options),
    update: (who: Principal, entity: string, id: string | null, body: unknown, { client, ...options }: Options = {}): Promise<Written> =>
      as(who, client).update(entity, id, body, options),
    remove: async (who: Principal, entity: string, id: string, options: Options = {}): Promise<unknown> =>
      (await as(who).remove(entity, id, options)).record,
    /** Rows of a table, those of a condition. */
    async count(table: string, where = "true"): Promise<number> {
      const { rows } = await tables.client.query(`select count(*)::int as n from ${table} where ${where}`);
      return rows[0].n;
    },
    /** Connections for a race. */
    connections: (count: number): Promise<Client[]> => Promise.all(Array.from({ length: count }, () => tables.connect())),
    /** A stored image without bytes. */
    async makeImage(mime = "image/png", size = 10): Promise<string> {
      const id = randomUUID();
      await tables.client.query(
        `insert into cms.images (id, published_at, filename, "mimeType", size, url, hash, storage_key) values ($1::uuid, now(), $1::text, $2, $3, '/', $1::text, 'key')`,
        [id, mime, size],
      );
      return id;
    },
  };
}

export type Writes = Awaited<ReturnType<typeof openWrites>>;
