/** A project of Keystone with the entities of bench.config.ts, and the same indexes. */
export const PACKAGES = ["@keystone-6/core@8.1.0", "@prisma/adapter-pg@7.10.0"];

export const FILES = {
  "package.json": '{ "name": "keystone-project", "private": true, "type": "module" }',
  "keystone.ts": `
import { config, list } from "@keystone-6/core";
import { allowAll } from "@keystone-6/core/access";
import { calendarDay, relationship, select, text, timestamp } from "@keystone-6/core/fields";
import { PrismaPg } from "@prisma/adapter-pg";

const required = { validation: { isRequired: true } };
const statuses = ["draft", "live"].map((value) => ({ label: value, value }));

export default config({
  db: {
    provider: "postgresql",
    prismaClientOptions: () => ({ adapter: new PrismaPg({ connectionString: process.env.DATABASE_URL, max: 10 }, { schema: "keystone" }) }),
  },
  telemetry: false,
  ui: { isDisabled: true },
  graphql: { playground: false },
  server: { port: Number(process.env.PORT) },
  lists: {
    Article: list({
      access: allowAll,
      fields: {
        title: text(required),
        status: select({ options: statuses, defaultValue: "draft" }),
        date: calendarDay(),
        body: text(),
        author: relationship({ ref: "Author" }),
        category: relationship({ ref: "Category" }),
        createdAt: timestamp({ defaultValue: { kind: "now" } }),
        updatedAt: timestamp({ db: { updatedAt: true } }),
      },
    }),
    Author: list({ access: allowAll, fields: { name: text(required) } }),
    Category: list({ access: allowAll, fields: { label: text(required) } }),
  },
});
`,
};

/** In a schema of its own: the tables as Prisma's migrations create them, and the index of the list. */
export const TABLES: readonly string[] = [
  "create schema keystone",
  "set search_path = keystone",
  `create table "Author" (id text primary key, name text not null default '')`,
  `create table "Category" (id text primary key, label text not null default '')`,
  `create table "Article" (id text primary key, title text not null default '', status text default 'draft', date date, body text not null default '',
    author text references "Author" on update cascade on delete set null, category text references "Category" on update cascade on delete set null,
    "createdAt" timestamp(3) default current_timestamp, "updatedAt" timestamp(3))`,
  `create index on "Article" (author)`,
  `create index on "Article" (category)`,
  `create index on "Article" (status, date desc)`,
  `insert into "Author" select 'author' || n, 'Author ' || n from generate_series(1, 500) n`,
  `insert into "Category" select 'category' || n, 'Category ' || n from generate_series(1, 20) n`,
];

/** Articles like those of the site. */
export const fillArticles = (from: number, to: number, body: string): readonly string[] => [
  "set search_path = keystone",
  `insert into "Article" select 'article' || n, 'Article ' || n, case when n % 10 < 7 then 'live' else 'draft' end, date '2000-01-01' + n, '${body}',
    'author' || 1 + n % 500, 'category' || 1 + n % 20, now(), now() from generate_series(${from}, ${to}) n`,
  `vacuum analyze "Article"`,
];
