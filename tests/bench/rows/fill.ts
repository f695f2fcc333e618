import { DROP_GIN_INDEXES, MAKE_GIN_INDEXES } from "../../support/database/gin-indexes.ts";

const BATCH = 50_000;

/** Text without the letter `q`; each post contains another part of it. */
const WORDS = `create temporary table words as
  select string_agg(translate(substr(md5(n::text), 1, 3 + n % 6), '0123456789', 'ghijklmnop'), ' ') as text from generate_series(1, 2000) n`;
const stretch = (from: number, length: number) => `substr(words.text, 1 + ((n::bigint * ${from}) % 9000)::int, ${length})`;

/** Every tenth post contains `often`, one `rareword`, the oldest tenth `ancient`, and those outside the section `sport` `withheld`. */
const posts = (from: number, to: number, rows: number): string =>
  `insert into content.post (id, version, created_at, updated_at, published_at, title, text, note, section, author)
   select cms.uuid_v7(), 1, at, at, at, ${stretch(37, 20)} || case when n = ${Math.ceil(rows / 2)} then ' rareword' else '' end,
     ${stretch(53, 60)} || case when n % 10 = 0 then ' often' else '' end || case when n <= ${rows} / 10 then ' ancient' else '' end
       || case when n % 3 <> 1 then ' withheld' else '' end,
     ${stretch(71, 15)}, (array['culture', 'sport', 'science'])[n % 3 + 1], authors.ids[1 + n % 500]
   from words, (select array_agg(id order by name) as ids from content.author) authors, generate_series(${from}, ${to}) n,
     lateral (select timestamptz '2026-01-01' + n * interval '1 s' as at) times`;

/**
 * Posts of 300 bytes with all indexes and one version each. Their ids are ordered by time, like those of the product: with random ids,
 * a change of all rows would write a page of each index for each row.
 */
export function fillPosts(rows: number): readonly string[] {
  const starts = Array.from({ length: Math.ceil(rows / BATCH) }, (_, at) => at * BATCH + 1);
  return [
    WORDS,
    `insert into content.author (id, version, created_at, updated_at, published_at, name) select gen_random_uuid(), 1, now(), now(), now(), 'Author ' || n from generate_series(1, 500) n`,
    ...DROP_GIN_INDEXES,
    ...starts.map((from) => posts(from, Math.min(rows, from + BATCH - 1), rows)),
    ...MAKE_GIN_INDEXES,
    `insert into cms.versions (id, entity, record_id, number, status, pending, published, data)
     select cms.uuid_v7(), 'post', id, 1, 'published', false, true, jsonb_build_object('title', title, 'text', text, 'note', note, 'section', section, 'author', author)
     from content.post`,
    "vacuum analyze",
  ];
}
