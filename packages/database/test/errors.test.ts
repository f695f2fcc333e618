import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { AppError } from "@colophon/model/errors";
import pg from "pg";
import { createDatabase, newId, toAppError } from "../src/index.ts";
import type { Database } from "../src/index.ts";
import { failureOf, openDatabase } from "./support.ts";
import type { Opened } from "./support.ts";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";

let opened: Opened;
let database: Database;
const TABLES = `
  create table content.author (id uuid primary key, email text unique, age int check (age > 0), name text not null default '');
  create table content.article (id uuid primary key, slug text, locale text, author uuid references content.author, unique (locale, slug), unique (id, locale));
  create table content.article__tags (source_id uuid references content.article, target_id uuid references content.author, position int);
  insert into content.author (id, email) values ('00000000-0000-7000-8000-000000000001', 'a@example.org');
  insert into content.article values ('00000000-0000-7000-8000-000000000002', 'one', 'en', '00000000-0000-7000-8000-000000000001');
  insert into cms.users (id, email, role) values ('00000000-0000-7000-8000-000000000003', 'a@example.org', 'admin');
  insert into cms.draft_claims values ('article', 'slug', 'en', 'one, two', '00000000-0000-7000-8000-000000000002')`;
beforeAll(async () => {
  opened = await openDatabase({ connectMs: TEST_LIMITS.connectMs });
  database = opened.database;
  await database.pool.query(TABLES);
});
afterAll(() => opened.close());

const ID = "gen_random_uuid()";
const CASES: readonly [string, string, Partial<AppError>][] = [
  [
    "a taken value",
    `insert into content.author (id, email) values (${ID}, 'a@example.org')`,
    { status: 409, details: [{ field: "email", message: "Already taken" }] },
  ],
  [
    "a value taken in its locale",
    `insert into content.article values (${ID}, 'one', 'en')`,
    { status: 409, details: [{ field: "slug", message: "Already taken" }] },
  ],
  [
    "an email taken in other letters",
    `insert into cms.users (id, email, role) values (${ID}, 'A@Example.org', 'x')`,
    { status: 409, details: [{ field: "email", message: "Already taken" }] },
  ],
  [
    "a value claimed by a draft",
    `insert into cms.draft_claims values ('article', 'slug', 'en', 'one, two', ${ID})`,
    { status: 409, details: [{ field: "slug", message: "Already taken" }] },
  ],
  [
    "a reference that leads nowhere",
    `insert into content.article values (${ID}, 'x', 'en', ${ID})`,
    { status: 400, details: [{ field: "author", message: "The record does not exist" }] },
  ],
  [
    "a many-reference that leads nowhere",
    `insert into content.article__tags values ('00000000-0000-7000-8000-000000000002', ${ID}, 0)`,
    { status: 400, details: [{ field: "tags", message: "The record does not exist" }] },
  ],
  ["a record that is referred to", "delete from content.author", { status: 409, message: "A record of article still refers to this one" }],
  ["a number out of range", "select 99999999999::int", { status: 400 }],
  ["a malformed uuid", "select 'x'::uuid", { status: 400 }],
  ["a missing value", "insert into content.author (id, name) values (gen_random_uuid(), null)", { status: 400 }],
  ["a value that a check refuses", `insert into content.author (id, age) values (${ID}, 0)`, { status: 400 }],
  [
    "a value too long for its index",
    `insert into content.author (id, email) values (${ID}, (select string_agg(md5(i::text), '') from generate_series(1, 1000) i))`,
    { status: 400 },
  ],
  ["a statement that takes too long", "select pg_sleep(3)", { status: 503, headers: { "retry-after": "1" } }],
  ["a write where only reading is allowed", "begin read only; create table content.x (id int)", { status: 503 }],
  ["a refusal: forbidden", "select cms.refuse('forbidden')", { status: 403 }],
  ["a refusal: not found", "select cms.refuse('not_found')", { status: 404 }],
  ["a refusal: conflict", "select cms.refuse('conflict:The draft is older')", { status: 409, message: "The draft is older" }],
  ["a refusal: changed meanwhile", "select cms.refuse('changed')", { status: 412 }],
  [
    "a refusal: immutable",
    "select cms.refuse('immutable:title')",
    { status: 400, details: [{ field: "title", message: "This field cannot be changed" }] },
  ],
];

test.each(CASES)("%s is reported to the caller", async (_, text, expected) => {
  const failure = await failureOf(database.run({ text }));
  await failureOf(database.run({ text: "rollback" }));

  expect(failure).toBeInstanceOf(AppError);
  expect(failure).toMatchObject(expected);
});

test("no value and no id is in the answer to a caller", async () => {
  const failures = await Promise.all(CASES.map(([, text]) => failureOf(database.run({ text }))));

  const answers = JSON.stringify(failures.map((failure) => failure instanceof AppError && [failure.message, failure.details]));
  expect(answers).not.toMatch(/example\.org|00000000|pg_sleep|select/);
});

test("our own mistakes stay as they are", async () => {
  const failure = await failureOf(database.run({ text: "select nothing" }));

  expect(failure).not.toBeInstanceOf(AppError);
  expect(toAppError(failure)).toBe(failure);
});

test.each<[string, () => Promise<unknown>, Partial<AppError>]>([
  [
    "a taken value",
    () => database.prisma.user.create({ data: { id: newId(), email: "A@EXAMPLE.ORG", role: "x" } }),
    { status: 409, details: [{ field: "email", message: "Already taken" }] },
  ],
  [
    "a reference that leads nowhere",
    () =>
      database.prisma.session.create({
        data: { id: newId(), tokenHash: "x", userId: newId(), idleExpiresAt: new Date(), expiresAt: new Date() },
      }),
    { status: 400 },
  ],
  ["a NUL", () => database.prisma.user.create({ data: { id: newId(), email: "\0", role: "x" } }), { status: 400 }],
  ["a malformed id", () => database.prisma.user.findUnique({ where: { id: "x" } }), { status: 400 }],
  ["a missing row", () => database.prisma.user.delete({ where: { id: newId() } }), { status: 404 }],
  ["a statement that takes too long", () => database.prisma.$queryRaw`select pg_sleep(3)::text`, { status: 503 }],
])("through Prisma, %s is reported to the caller", async (_, work, expected) => {
  const failure = await failureOf(work());

  expect(failure).toBeInstanceOf(AppError);
  expect(failure).toMatchObject(expected);
});

test.each([
  ["nobody listens", "postgres://postgres@127.0.0.1:1/postgres"],
  ["there is no such host", "postgres://postgres@nowhere.invalid/postgres"],
  ["there is no such database", null],
])("503 when %s", async (_, url) => {
  const wrong = new URL(opened.server.url);
  wrong.pathname = "/nothing";
  const away = createDatabase({ url: url ?? wrong.href });

  const [raw, viaPrisma] = [await failureOf(away.run({ text: "select 1" })), await failureOf(away.prisma.user.count())];
  const healthy = await away.health();
  await away.close();

  expect(raw).toMatchObject({ status: 503 });
  expect(viaPrisma).toMatchObject({ status: 503 });
  expect(healthy).toBe(false);
});

const GERMAN: readonly [string, Partial<pg.DatabaseError>, Partial<AppError>][] = [
  [
    "a record that is referred to",
    { code: "23503", table: "article", detail: "Auf Schlüssel (id)=(1) wird noch aus Tabelle »article« verwiesen." },
    { status: 409, message: "A record of article still refers to this one" },
  ],
  [
    "a reference that leads nowhere",
    { code: "23503", table: "article", detail: "Schlüssel (author)=(1) ist nicht in Tabelle »author« vorhanden." },
    { status: 400, details: [{ field: "author", message: "The record does not exist" }] },
  ],
  [
    "a taken value",
    { code: "23505", table: "users", detail: "Schlüssel »(lower(email))=(a@example.org)« existiert bereits." },
    { status: 409, details: [{ field: "email", message: "Already taken" }] },
  ],
];

test.each(GERMAN)("%s is understood in the language of the server", (_, report, expected) => {
  const error = Object.assign(new pg.DatabaseError("Fehler", 1, "error"), report);

  expect(toAppError(error)).toMatchObject(expected);
});

test.each(["ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"])("503 when the connection fails with %s", (code) => {
  expect(toAppError(Object.assign(new Error("no connection"), { code }))).toMatchObject({ status: 503 });
});
