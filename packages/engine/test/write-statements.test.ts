import { expect, test } from "@jest/globals";
import { compile, compileCheck, compileSchema, createEngine } from "../src/index.ts";
import type { Principal, WriteData } from "../src/index.ts";
import { bound } from "./support/bound.ts";
import { configOf } from "./support/config.ts";

const USER = "01890a5d-ac96-774b-bcce-b302099a8057";
const RECORD = "01890a5d-ac96-774b-bcce-000000000001";
const TAG = "01890a5d-ac96-774b-bcce-000000000002";
const NEW = "01890a5d-ac96-774b-bcce-000000000003";
const schema = compileSchema(
  configOf({
    entities: [
      {
        name: "note",
        fields: [
          { name: "title", type: "text" },
          { name: "slug", type: "slug", from: "title" },
          { name: "tags", type: "relation", to: "tag", many: true },
        ],
      },
      { name: "memo", versions: { limit: 5 }, fields: [{ name: "title", type: "text", required: true }] },
      { name: "tag", fields: [] },
    ],
    roles: [
      { name: "admin", isAdmin: true },
      {
        name: "writer",
        permissions: { note: { create: { filter: { title: "a" } }, update: { filter: { title: "$CURRENT_USER" } }, delete: true } },
      },
    ],
  }),
);
const admin: Principal = { kind: "user", role: "admin", userId: USER };
const writer: Principal = { ...admin, role: "writer" };
const now = new Date("2026-01-01T00:00:00.000Z");
const data = (values: WriteData["values"]): WriteData => ({ values, references: [], locale: null, translationGroup: null });
const newId = () => NEW;

/** One CTE per line, for readability. */
const lines = (text: string) =>
  text
    .replaceAll(/, (?=(next|outcome|written|kept|"links_\w+"|forgotten|problems\(field, message\)) as )/g, ",\n")
    .replaceAll(/ (?=select outcome\.outcome)/g, "\n")
    .split("\n");

const time = (column: string, name: string) =>
  `to_char("written"."${column}" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "${name}"`;
const automatic = (entity: string) =>
  `"written"."id" as "id", '${entity}'::text as "_type", ${time("created_at", "createdAt")}, ${time("updated_at", "updatedAt")}, ${time("updated_at", "publishedAt")}`;
const answer = (list: string) =>
  `case when "written"."id" is not null then ((select row_to_json("_row") from (select ${list}) "_row"))::text end as data`;

test("the statement of a create with a filter, a generated slug and a link", () => {
  const statement = bound(
    createEngine(schema)
      .as(writer)
      .create("note", { id: RECORD, data: data({ title: "Año", tags: [TAG] }), newId }),
    { principal: writer, now },
  );

  expect(lines(statement.text)).toEqual([
    `with next as materialized (select $1::uuid as "id", 1 as "version", $2::timestamptz as "created_at", $2::timestamptz as "updated_at", $2::timestamptz as "published_at", $3::uuid as "created_by", $4::text as "created_by_kind", $3::uuid as "updated_by", $4::text as "updated_by_kind", $5::text as "title", cms.free_slug($6::text, $7::text, $8::text, null::text, 'note', 'slug') as "slug"),`,
    `outcome as materialized (select case when not ("next"."title" collate "und-x-icu" = $9::text) is true then 'forbidden' else 'ok' end as outcome from next),`,
    `written as (insert into "content"."note" ("id", "version", "created_at", "updated_at", "published_at", "created_by", "created_by_kind", "updated_by", "updated_by_kind", "title", "slug") select "id", "version", "created_at", "updated_at", "published_at", "created_by", "created_by_kind", "updated_by", "updated_by_kind", "title", "slug" from next where (select outcome from outcome) = 'ok' returning *),`,
    '"links_tags" as (insert into "content"."note__tags" (source_id, target_id, position) select written.id, given.id, given.place - 1 from written, unnest($10::uuid[]) with ordinality as given(id, place))',
    `select outcome.outcome, null::text as details, written.id, written.version, ${answer(automatic("note"))} from outcome left join written on true `,
  ]);
  expect(statement.values).toEqual([RECORD, now.toISOString(), USER, "user", "Año", '"content"."note"', "slug", "ano", "a", [TAG]]);
  expect(statement.retryOn).toEqual(["distinct.note.slug"]);
});

test("the statement of an update with a filter on the caller and an expected version", () => {
  const statement = bound(
    createEngine(schema)
      .as(writer)
      .update("note", RECORD, { data: data({ slug: "s", tags: [] }), newId, expectedVersion: 3 }),
    { principal: writer, now },
  );

  expect(lines(statement.text)).toEqual([
    'with target as materialized (select r.* from "content"."note" r where "r"."id" = $1::uuid and "r".published_at is not null for no key update),',
    'next as materialized (select "target"."id" as "id", target.version + 1 as "version", "target"."created_at" as "created_at", greatest($2::timestamptz, target.updated_at) as "updated_at", "target"."published_at" as "published_at", "target"."created_by" as "created_by", "target"."created_by_kind" as "created_by_kind", $3::uuid as "updated_by", $4::text as "updated_by_kind", "target"."title" as "title", $5::text as "slug" from target),',
    `outcome as materialized (select case when not ("target"."title" collate "und-x-icu" = $6::text) is true then 'not_found'`,
    `when "target"."version" <> $7::bigint then 'changed'`,
    `when not ("target"."title" collate "und-x-icu" = $8::text) is true then 'forbidden'`,
    `when not ("next"."title" collate "und-x-icu" = $9::text) is true then 'forbidden' else 'ok' end as outcome from target, next),`,
    `written as (update "content"."note" r set "version" = "next"."version", "updated_at" = "next"."updated_at", "updated_by" = "next"."updated_by", "updated_by_kind" = "next"."updated_by_kind", "slug" = "next"."slug" from next, outcome where r.id = next.id and outcome.outcome = 'ok' returning r.*),`,
    `"links_tags" as materialized (select cms.relink($10::text, written.id, '{}'::uuid[]) as done from written)`,
    `select outcome.outcome, null::text as details, written.id, written.version, ${answer(automatic("note"))} from outcome left join target on true left join written on true left join "links_tags" on true`,
  ]);
  const values = [RECORD, now.toISOString(), USER, "user", "s", USER, 3, USER, USER, '"content"."note__tags"'];
  expect(statement.values).toEqual(values);
});

test("a create and an update that no filter, reference, link or version touches are one insert and one update, which count themselves", () => {
  const engine = createEngine(schema).as(admin);

  const created = bound(engine.create("tag", { id: RECORD, data: data({}), newId }), { principal: admin, now });
  const updated = bound(engine.update("note", RECORD, { data: data({ slug: "s" }), newId }), { principal: admin, now });

  expect(created.text).toMatch(
    /^with counted as \(update cms\.entity_stamps .*\), added as \(.*\) insert into "content"\."tag" as "written" \(.*\) values \(\$1::uuid, 1, \$2::timestamptz, \$2::timestamptz, \$2::timestamptz, \$3::uuid, \$4::text, \$3::uuid, \$4::text\) returning case when set_config\('cms.counted', 'tag', true\) is null then 'not_found' else 'ok' end as outcome, null::text as details, "written"\."id", "written"\."version", case when /,
  );
  expect(created.values).toEqual([RECORD, now.toISOString(), USER, "user"]);
  expect(updated.text).toMatch(
    /^with counted as \(update cms\.entity_stamps .*\), added as \(.*\) update "content"\."note" target set "version" = target\.version \+ 1, "updated_at" = greatest\(\$1::timestamptz, target\.updated_at\), "updated_by" = \$2::uuid, "updated_by_kind" = \$3::text, "slug" = \$4::text where "target"\."id" = \$5::uuid and "target"\.published_at is not null returning case when set_config\('cms.counted', 'note', true\) is null then 'not_found' else 'ok' end as outcome, /,
  );
  expect(updated.values).toEqual([now.toISOString(), USER, "user", "s", RECORD]);
  expect(updated.retryOn).toEqual([]);
});

test("the statement of a delete", () => {
  const { text } = compile(createEngine(schema).as(writer).remove("note", RECORD, { newId }));

  expect(lines(text)).toEqual([
    'with target as materialized (select r.* from "content"."note" r where "r"."id" = $1::uuid and "r".published_at is not null for update),',
    "outcome as materialized (select case when not (true) then 'not_found'",
    "when not (true) then 'forbidden' else 'ok' end as outcome from target),",
    `written as (delete from "content"."note" r using target, outcome where r.id = target.id and outcome.outcome = 'ok' returning r.*),`,
    "forgotten as materialized (select cms.forget_record('note', id) as done from \"written\")",
    "select outcome.outcome, null::text as details, written.id, written.version, case when written.id is not null then json_build_object('id', written.id)::text end as data from outcome left join written on true left join forgotten on true",
  ]);
});

test("writes of the same shape have the same text and name, for all values and times", () => {
  const one = compile(
    createEngine(schema)
      .as(admin)
      .update("note", RECORD, { data: data({ title: "a" }), newId }),
  );
  const other = compile(
    createEngine(schema)
      .as(admin)
      .update("note", NEW, { data: data({ title: "b'; drop table x" }), newId }),
  );

  expect(other.text).toBe(one.text);
  expect(other.name).toBe(one.name);
  expect(other.text).not.toContain("drop table");
});

test("a create of an entity with versions keeps one, with the record's content", () => {
  const { text } = compile(
    createEngine(schema)
      .as(admin)
      .create("memo", { id: RECORD, data: data({ title: "t" }), newId }),
  );

  expect(lines(text)).toContain(
    `kept as materialized (select cms.keep_version($6::uuid, 'memo', "written"."id", "written"."version", 'published', null::integer, jsonb_build_object('title', "written"."title"), null::text, $2::timestamptz, $7::uuid, $8::uuid, $9::integer, false) as version_id from written)`,
  );
});

test("no plan is made for a principal without the operation", () => {
  const stranger: Principal = { kind: "anonymous", role: "nobody" };

  expect(() =>
    createEngine(schema)
      .as(stranger)
      .create("note", { id: RECORD, data: data({}), newId }),
  ).toThrow(expect.objectContaining({ code: "FORBIDDEN" }));
  expect(() =>
    createEngine(schema)
      .as(stranger)
      .update("note", RECORD, { data: data({}), newId }),
  ).toThrow(expect.objectContaining({ code: "FORBIDDEN" }));
  expect(() => createEngine(schema).as(stranger).remove("note", RECORD, { newId })).toThrow(expect.objectContaining({ code: "FORBIDDEN" }));
  expect(() => createEngine(schema).as(admin).remove("nothing", RECORD, { newId })).toThrow(expect.objectContaining({ code: "NOT_FOUND" }));
});

test("a draft of an entity without versions is refused", () => {
  expect(() =>
    createEngine(schema)
      .as(admin)
      .create("note", { id: RECORD, data: data({}), newId, draft: true }),
  ).toThrow(expect.objectContaining({ code: "VALIDATION_ERROR" }));
});

test("two users of one role share a statement, each with their own authorship", () => {
  const other: Principal = { ...admin, userId: NEW };
  const input = (title: string) => ({ id: RECORD, data: data({ title }), newId });

  const one = bound(createEngine(schema).as(admin).create("memo", input("one")), { principal: admin, now });
  const two = bound(createEngine(schema).as(other).create("memo", input("two")), { principal: other, now });

  expect(two.name).toBe(one.name);
  expect(one.values).toEqual([RECORD, now.toISOString(), USER, "user", "one", NEW, USER, null, 5]);
  expect(two.values).toEqual([RECORD, now.toISOString(), NEW, "user", "two", NEW, NEW, null, 5]);
});

test("a shape that differs has a statement of its own", () => {
  const shapes = [{ title: "a" }, { title: null }, { slug: "a" }, { title: "a", slug: "b" }, { tags: [] }, { tags: [TAG] }];

  const engine = createEngine(schema).as(admin);
  const names = shapes.map((values) => compile(engine.create("note", { id: RECORD, data: data(values), newId })).name);

  expect(new Set(names).size).toBe(3); // generated slug, no generated slug, links: the others differ only in values
});

test("more shapes than the cache holds are planned correctly", () => {
  const fields = Array.from({ length: 10 }, (_, at) => ({ name: `f${String.fromCharCode(97 + at)}`, type: "text" }) as const);
  const wide = compileSchema(configOf({ entities: [{ name: "wide", fields }] }));
  const texts = new Set<string>();

  for (let mask = 0; mask < 1024; mask += 1) {
    const values = Object.fromEntries(fields.filter((_, at) => mask & (1 << at)).map(({ name }) => [name, `${name}${mask}`]));
    const statement = bound(
      createEngine(wide)
        .as(admin)
        .update("wide", RECORD, { data: data(values), newId }),
      { principal: admin, now },
    );
    texts.add(statement.text);
    expect(statement.values.slice(1)).toEqual([USER, "user", ...Object.values(values), RECORD]);
  }

  expect(texts.size).toBe(1024);
});

test("the check of an update is its statement up to the outcome, without a lock, and returns the whole record", () => {
  const plan = createEngine(schema)
    .as(writer)
    .update("note", RECORD, { data: data({}), newId });

  const all = lines(compileCheck(plan).text);

  expect(all.slice(0, -1)).toEqual([
    'with target as materialized (select r.* from "content"."note" r where "r"."id" = $1::uuid and "r".published_at is not null ),',
    `next as materialized (select "target"."id" as "id", target.version + 1 as "version", "target"."created_at" as "created_at", greatest($2::timestamptz, target.updated_at) as "updated_at", "target"."published_at" as "published_at", "target"."created_by" as "created_by", "target"."created_by_kind" as "created_by_kind", $3::uuid as "updated_by", $4::text as "updated_by_kind", "target"."title" as "title", "target"."slug" as "slug" from target),`,
    `outcome as materialized (select case when not ("target"."title" collate "und-x-icu" = $5::text) is true then 'not_found'`,
    `when not ("target"."title" collate "und-x-icu" = $6::text) is true then 'forbidden'`,
    `when not ("next"."title" collate "und-x-icu" = $7::text) is true then 'forbidden' else 'ok' end as outcome from target, next)`,
  ]);
  expect(all.at(-1)).toMatch(
    /^select outcome\.outcome, null::text as details, target\.id, case .* end as record from outcome left join target on true $/,
  );
});

test("only writes that hooks can precede have a check", () => {
  const engine = createEngine(schema).as(admin);

  expect(() => compileCheck(engine.create("note", { id: RECORD, data: data({}), newId }))).toThrow(TypeError);
  expect(() => compileCheck(engine.discard("memo", RECORD, {}))).toThrow(TypeError);
});

test("with hooks after it, a write returns the whole record as the system sees it, beside the answer for its writer", () => {
  const plan = createEngine(schema)
    .as(writer)
    .create("note", { id: RECORD, data: data({ title: "a" }), newId });

  const [plain, hooked] = [compile(plan).text, compile(plan, "hooked").text];

  const at = plain.indexOf(" as data") + " as data".length;
  expect([hooked.slice(0, at), hooked.slice(hooked.indexOf(" as record") + " as record".length)]).toEqual([
    plain.slice(0, at),
    plain.slice(at),
  ]);
  expect(hooked.slice(at)).toContain('"written"."title" as "title"');
  expect(plain).not.toContain('"written"."title" as "title"'); // the writer may not read notes
});
