/** Changes of a configuration whose tables contain rows: the state before, and the checks after. */
import type { EntityDefinition, FieldDefinition } from "@colophon/config";
import type { Schema } from "@colophon/engine";
import type { Database } from "../src/index.ts";
import { fillTables, foundAuthors, NARROW, rankAuthors, schemaOf, WIDE } from "./changing.ts";

export interface HardChange {
  readonly from: Schema;
  readonly to: Schema;
  /** Creates the tables of the state before, with this many authors. */
  fill(database: Database, rows: number): Promise<void>;
  /** The stored values, whenever they were stored. */
  stored(database: Database): Promise<unknown>;
}

const NAME: FieldDefinition = { name: "name", type: "text" };
const named = (name: string, ...more: FieldDefinition[]): EntityDefinition => ({ name, fields: [NAME, ...more] });
const friendOf = (to: string, many = false): FieldDefinition => ({ name: "friend", type: "relation", to, ...(many && { many }) });
const RANK: FieldDefinition = { name: "rank", type: "number", integer: true, index: true };
const PLACE: FieldDefinition = { name: "place", type: "text", index: true, renamedFrom: "rank" };
const [PUBLISHER, AGENCY] = [named("publisher"), named("agency")];

const allOf = (text: string) => async (database: Database) => (await database.pool.query(text)).rows;

/** Every second publisher is also an agency. */
async function fillAgencies(database: Database, schema: Schema, rows: number): Promise<void> {
  await fillTables(database, schema, rows);
  await database.pool.query(
    "insert into content.agency (id, created_at, updated_at, name) select id, created_at, updated_at, name from content.publisher where right(name, 1) in ('0', '2', '4', '6', '8')",
  );
}

/** Each author has a friend among the publishers. */
async function fillFriends(database: Database, schema: Schema, rows: number): Promise<void> {
  await fillAgencies(database, schema, rows);
  await database.pool.query(`update content.author a set friend = p.ids[1 + substr(a.name, 6)::int % cardinality(p.ids)]
    from (select array_agg(id order by name) as ids from content.publisher) p`);
}

/** Each author has two friends among the publishers, one after the other in their order. */
async function fillManyFriends(database: Database, schema: Schema, rows: number): Promise<void> {
  await fillAgencies(database, schema, rows);
  await database.pool
    .query(`insert into content.author__friend (source_id, target_id, position) select a.id, p.ids[1 + (substr(a.name, 6)::int + l.at) % cardinality(p.ids)], l.at
    from content.author a, (select array_agg(id order by substr(name, 6)::int) as ids from content.publisher) p, (values (0), (1)) l (at)`);
}

/** Each author has a version, some a draft. */
async function fillVersions(database: Database, schema: Schema, rows: number): Promise<void> {
  await fillTables(database, schema, rows);
  await database.pool.query(`insert into cms.versions (id, entity, record_id, number, status, pending, record_version, data)
    select gen_random_uuid(), 'author', id, 1, 'draft', right(name, 1) = '7', 1, jsonb_build_object('name', name) from content.author`);
}

/** An array with references. */
const referring = (name: string, to: string): FieldDefinition => ({
  name,
  type: "array",
  of: { type: "object", fields: [{ name: "at", type: "relation", to }] },
});
/** The references of an entity, and how many of them are those of its records. */
const referencesOf = (entity: string, target: string, field: string) => async (database: Database) => {
  const [found] = await allOf(`select relname from pg_class where relname like '${entity}\\_\\_refs.%' and relkind = 'r'`)(database);
  return allOf(`select count(*)::int as references, count(*) filter (where draft)::int as drafts, min(path) as first, max(path) as last,
      count(*) filter (where "set_null.${target}"::text = w.${field} -> 0 ->> 'at' and not draft)::int as own
    from content."${found.relname}" r join content.${entity} w on w.id = r.source_id`)(database);
};
/** A list of objects with one member. */
const listed = (member: FieldDefinition): FieldDefinition => ({ name: "homes", type: "array", of: { type: "object", fields: [member] } });
const notes = (format: "markdown" | "document"): FieldDefinition => ({
  name: "notes",
  type: "array",
  of: { type: "richtext", format, embeds: ["publisher"] },
});
const CODE: FieldDefinition = { name: "code", type: "text", unique: true };

/** The names of those that the slow tests make, one of each kind; the long tests make the others. */
const OFTEN: ReadonlySet<string> = new Set([
  "fields, indexes and types",
  "a field that gets another name and type",
  "a renamed entity with a renamed field and a trash",
  "an entity that becomes translatable",
  "references to an entity that the same change adds",
  "members of a list that get another name and type",
  "rich text in another format and of another name",
]);

/** Whether the tests of this duration make the change. */
export function isMadeIn(tests: "slow" | "long", name: string): boolean {
  return OFTEN.has(name) === (tests === "slow");
}

export const HARD_CHANGES: Readonly<Record<string, HardChange>> = {
  "fields, indexes and types": {
    from: NARROW,
    to: WIDE,
    async fill(database, rows) {
      await fillTables(database, NARROW, rows);
      await rankAuthors(database);
    },
    stored: foundAuthors,
  },
  "a relation that points to another entity": {
    from: schemaOf(named("author", friendOf("publisher")), PUBLISHER, AGENCY),
    to: schemaOf(named("author", friendOf("agency")), PUBLISHER, AGENCY),
    fill(database, rows) {
      return fillFriends(database, this.from, rows);
    },
    stored: allOf(`select count(*)::int as authors, count(friend)::int as friends, count(g.id)::int as agencies
      from content.author a left join content.agency g on g.id = a.friend`),
  },
  "a relation to many that points to another entity": {
    from: schemaOf(named("author", friendOf("publisher", true)), PUBLISHER, AGENCY),
    to: schemaOf(named("author", friendOf("agency", true)), PUBLISHER, AGENCY),
    fill(database, rows) {
      return fillManyFriends(database, this.from, rows);
    },
    stored: allOf(`select count(*)::int as friends, count(g.id)::int as agencies, sum(position)::int as positions
      from content.author__friend l left join content.agency g on g.id = l.target_id`),
  },
  "one relation that becomes many": {
    from: schemaOf(named("author", friendOf("publisher")), PUBLISHER, AGENCY),
    to: schemaOf(named("author", friendOf("publisher", true)), PUBLISHER, AGENCY),
    fill(database, rows) {
      return fillFriends(database, this.from, rows);
    },
    stored: allOf(`select count(*)::int as authors, count(l.target_id)::int as friends, max(l.position) as last
      from content.author a left join content.author__friend l on l.source_id = a.id`),
  },
  "many that become one, of another name": {
    from: schemaOf(named("author", friendOf("publisher", true)), PUBLISHER, AGENCY),
    to: schemaOf(named("author", { ...friendOf("publisher"), name: "pal", renamedFrom: "friend" }), PUBLISHER, AGENCY),
    fill(database, rows) {
      return fillManyFriends(database, this.from, rows);
    },
    stored: allOf(`select count(*)::int as authors,
        count(*) filter (where (substr(a.name, 6)::int + 1) % 10 = substr(p.name, 6)::int % 10)::int as kept
      from content.author a join content.publisher p on p.id = a.pal`),
  },
  "a field that gets another name and type": {
    from: schemaOf(named("author", RANK), PUBLISHER),
    to: schemaOf(named("author", PLACE), PUBLISHER),
    async fill(database, rows) {
      await fillTables(database, this.from, rows);
      await rankAuthors(database);
    },
    stored: allOf("select count(*)::int as authors, count(*) filter (where name = 'Name ' || place)::int as kept from content.author"),
  },
  "a renamed entity with a renamed field and a trash": {
    from: schemaOf({ ...named("author", RANK), versions: true, trash: true }, PUBLISHER),
    to: schemaOf(
      { ...named("writer", { ...RANK, name: "place", renamedFrom: "rank" }), versions: true, trash: true, renamedFrom: "author" },
      PUBLISHER,
    ),
    async fill(database, rows) {
      await fillVersions(database, this.from, rows);
      await database.pool.query("update cms.versions set data = data || jsonb_build_object('rank', substr(data ->> 'name', 6)::int)");
      await database.pool.query(`insert into cms.trash (id, entity, trashed_at, data)
        select id, 'author', now(), jsonb_build_object('rank', substr(name, 6)::int) from content.author where right(name, 1) = '3'`);
    },
    stored: allOf(`select (select count(*)::int from content.writer) as writers, count(*) filter (where v.pending)::int as drafts,
        count(*) filter (where v.entity = 'writer' and 'Name ' || (v.data ->> 'place') = w.name)::int as placed,
        count(*) filter (where v.entity <> 'writer' or jsonb_exists(v.data, 'rank'))::int as old,
        (select count(*)::int from cms.trash) as trash, (select count(*)::int from cms.trash t join content.writer r using (id)
          where t.entity = 'writer' and 'Name ' || (t.data ->> 'place') = r.name and not jsonb_exists(t.data, 'rank')) as trashed
      from cms.versions v left join content.writer w on w.id = v.record_id`),
  },
  "a renamed entity": {
    from: schemaOf({ ...named("author", RANK), versions: true }, PUBLISHER),
    to: schemaOf({ ...named("writer", RANK), versions: true, renamedFrom: "author" }, PUBLISHER),
    fill(database, rows) {
      return fillVersions(database, this.from, rows);
    },
    stored: allOf(`select (select count(*)::int from content.writer) as writers, v.entity, count(*)::int as versions,
        count(*) filter (where v.data ->> 'name' = w.name)::int as own, count(*) filter (where v.pending)::int as drafts
      from cms.versions v left join content.writer w on w.id = v.record_id group by v.entity`),
  },
  "an entity that becomes translatable": {
    from: schemaOf({ ...named("author", CODE), versions: true }, PUBLISHER),
    to: schemaOf({ ...named("author", CODE), versions: true, translatable: true, indexes: [["locale", "updatedAt"]] }, PUBLISHER),
    async fill(database, rows) {
      await fillVersions(database, this.from, rows);
      await database.pool.query("update content.author set code = name, published_at = now()");
      await database.pool.query("update cms.versions set data = data || jsonb_build_object('code', '~' || (data ->> 'name'))");
      await database.pool.query(`insert into cms.draft_claims (entity, field, scope, value, record_id)
        select entity, 'code', '', data ->> 'code', record_id from cms.versions where pending`);
    },
    stored: allOf(`select count(*)::int as authors, count(*) filter (where locale = 'en')::int as located,
        count(*) filter (where translation_group = id)::int as grouped, count(distinct (locale, code))::int as codes,
        (select count(*)::int from cms.draft_claims c join content.author o on o.id = c.record_id
          where c.scope = 'en' and c.value = '~' || o.code) as claims
      from content.author`),
  },
  "a collection that becomes a global": {
    from: schemaOf({ ...named("author", friendOf("publisher", true)), versions: true }, PUBLISHER, AGENCY),
    to: schemaOf({ ...named("author", friendOf("publisher", true), RANK), versions: true, global: true }, PUBLISHER, AGENCY),
    async fill(database, rows) {
      await fillManyFriends(database, this.from, rows);
      await database.pool.query("update content.author set updated_at = now() + interval '1 day' where name = 'Name 7'");
    },
    stored: allOf(`select count(*)::int as authors, min(name) as name,
        (select string_agg(p.name, ', ' order by position) from content.author__friend l join content.publisher p on p.id = target_id) as friends
      from content.author`),
  },
  "a translatable collection that becomes a global": {
    from: schemaOf({ ...named("author"), translatable: true }, PUBLISHER),
    to: schemaOf({ ...named("author", RANK), translatable: true, global: true }, PUBLISHER),
    async fill(database, rows) {
      await fillTables(database, this.from, 0);
      await database.pool.query(
        `insert into content.author (id, created_at, updated_at, name, locale, translation_group) select gen_random_uuid(), now(),
          now() + case when n = 7 or n = 8 then interval '1 day' else '0' end, 'Name ' || n, case when n = 7 then 'de' else 'en' end, gen_random_uuid()
          from generate_series(1, $1) n`,
        [rows],
      );
    },
    stored: allOf(`select count(*)::int as authors, count(distinct translation_group)::int as groups,
      string_agg(name || ' ' || locale, ', ' order by locale) as names from content.author`),
  },
  "references in a renamed field of a renamed entity to a renamed entity": {
    from: schemaOf({ ...named("author", referring("houses", "publisher"), RANK), versions: true }, PUBLISHER),
    to: schemaOf(
      {
        ...named("writer", { ...referring("homes", "house"), renamedFrom: "houses" }, RANK),
        versions: true,
        renamedFrom: "author",
      },
      { ...named("house"), renamedFrom: "publisher" },
    ),
    async fill(database, rows) {
      await fillVersions(database, this.from, rows);
      await database.pool
        .query(`update content.author a set houses = jsonb_build_array(jsonb_build_object('at', p.ids[1 + substr(a.name, 6)::int % cardinality(p.ids)]))
        from (select array_agg(id order by name) as ids from content.publisher) p`);
      await database.pool
        .query(`update cms.versions v set data = data || jsonb_build_object('houses', jsonb_build_array(jsonb_build_object('at', p.ids[1])))
        from (select array_agg(id order by name) as ids from content.publisher) p where pending`);
    },
    stored: referencesOf("writer", "house", "homes"),
  },
  "references to an entity that the same change adds": {
    from: schemaOf({ ...named("author", referring("houses", "publisher"), RANK), versions: true }, PUBLISHER),
    to: schemaOf(
      {
        ...named("author", referring("houses", "publisher"), referring("homes", "house"), { ...RANK, name: "place", index: true }, RANK),
        versions: true,
      },
      PUBLISHER,
      named("house"),
    ),
    async fill(database, rows) {
      await fillVersions(database, this.from, rows);
      await database.pool.query(`update content.author a set houses = jsonb_build_array(jsonb_build_object('at', p.ids[1]))
        from (select array_agg(id order by name) as ids from content.publisher) p`);
    },
    stored: referencesOf("author", "publisher", "houses"),
  },
  "members of a list that get another name and type": {
    from: schemaOf({ ...named("author", listed({ name: "rank", type: "number" })), versions: true }, PUBLISHER),
    to: schemaOf(
      {
        ...named("author", listed({ name: "place", type: "text", renamedFrom: "rank" }), { name: "mood", type: "text", index: true }),
        versions: true,
      },
      PUBLISHER,
    ),
    async fill(database, rows) {
      await fillVersions(database, this.from, rows);
      await database.pool.query(`update content.author set homes = jsonb_build_array(jsonb_build_object('rank', substr(name, 6)::int))`);
      await database.pool.query(
        `update cms.versions set data = data || jsonb_build_object('homes', jsonb_build_array(jsonb_build_object('rank', 1)))`,
      );
    },
    stored:
      allOf(`select count(*)::int as authors, count(*) filter (where homes -> 0 = jsonb_build_object('place', substr(name, 6)))::int as kept,
        (select count(*)::int from cms.versions where data -> 'homes' = '[{"place": "1"}]') as versions
      from content.author`),
  },
  "rich text in a list in another format, with references": {
    from: schemaOf({ ...named("author", notes("markdown")), versions: true }, PUBLISHER),
    to: schemaOf({ ...named("author", notes("document"), { name: "mood", type: "text", index: true }), versions: true }, PUBLISHER),
    async fill(database, rows) {
      await fillVersions(database, this.from, rows);
      const card = `jsonb_build_array('[a](record:publisher/' || p.ids[1 + substr(a.name, 6)::int % cardinality(p.ids)] || ')')`;
      const publishers = "(select array_agg(id order by name) as ids from content.publisher) p";
      await database.pool.query(`update content.author a set notes = ${card} from ${publishers}`);
      await database.pool.query(`update cms.versions v set data = v.data || jsonb_build_object('notes', ${card})
        from content.author a, ${publishers} where a.id = v.record_id and v.pending`);
    },
    async stored(database) {
      const cards = allOf(`select count(*)::int as authors, count(*) filter (where notes @> '[[{"_type": "record"}]]')::int as cards,
          (select count(*)::int from cms.versions where pending and data @> '{"notes": [[{"_type": "record"}]]}') as drafts from content.author`);
      const [found] = await allOf("select relname from pg_class where relname like 'author\\_\\_refs.%' and relkind = 'r'")(database);
      const own =
        await allOf(`select count(*)::int as references, count(*) filter (where draft)::int as drafts, min(path) as first, max(path) as last
        from content."${found.relname}"`)(database);
      return [await cards(database), own];
    },
  },
  "rich text in another format and of another name": {
    from: schemaOf({ ...named("author", { name: "about", type: "richtext" }), versions: true }, PUBLISHER),
    to: schemaOf(
      {
        ...named(
          "author",
          { name: "life", renamedFrom: "about", type: "richtext", format: "document" },
          { name: "mood", type: "text", index: true },
        ),
        versions: true,
      },
      PUBLISHER,
    ),
    async fill(database, rows) {
      await fillVersions(database, this.from, rows);
      await database.pool.query("update content.author set about = 'About ' || name");
      await database.pool.query("update cms.versions set data = data || jsonb_build_object('about', 'A draft') where pending");
    },
    stored: allOf(`select count(*)::int as authors, count(*) filter (where life #>> '{0,content,0,text}' = 'About ' || name)::int as kept,
        (select count(*)::int from cms.versions where pending and data #>> '{life,0,content,0,text}' = 'A draft') as drafts
      from content.author`),
  },
  "several rich texts in another format": {
    from: schemaOf({ ...named("author", { name: "about", type: "richtext" }, notes("markdown")), versions: true }, PUBLISHER),
    to: schemaOf(
      {
        ...named("author", { name: "about", type: "richtext", format: "document" }, notes("document"), {
          name: "mood",
          type: "text",
          index: true,
        }),
        versions: true,
      },
      PUBLISHER,
    ),
    async fill(database, rows) {
      await fillVersions(database, this.from, rows);
      await database.pool.query("update content.author set about = 'About ' || name, notes = jsonb_build_array('Note ' || name)");
      await database.pool
        .query(`update cms.versions set data = data || jsonb_build_object('about', 'A draft', 'notes', jsonb_build_array('A note'))
        where pending`);
    },
    stored: allOf(`select count(*)::int as authors, count(*) filter (where about #>> '{0,content,0,text}' = 'About ' || name)::int as kept,
        count(*) filter (where notes #>> '{0,0,content,0,text}' = 'Note ' || name)::int as noted,
        (select count(*)::int from cms.versions where pending and data #>> '{about,0,content,0,text}' = 'A draft'
          and data #>> '{notes,0,0,content,0,text}' = 'A note') as drafts
      from content.author`),
  },
};
