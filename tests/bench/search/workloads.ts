import { DROP_GIN_INDEXES, MAKE_GIN_INDEXES } from "../../support/database/gin-indexes.ts";

/** The search terms. No story contains `jqv` and similar terms; one of 100,000 contains `rareword`, and every tenth `often`. */
export const TEXTS: Readonly<Record<string, string>> = {
  "3+ characters, frequent": "often",
  "3+ characters, rare": "rareword",
  "3+ characters, nowhere": "jqvxx",
  "1 character, frequent": "e",
  "1 character, nowhere": "~",
  "1 letter beyond ASCII, nowhere": "ж",
  "2 characters, frequent": "er",
  "2 letters, nowhere": "qj",
  "2 letters beyond ASCII, nowhere": "жщ",
};

const TIME = (column: string) => `to_char(s.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const DOCUMENT = `s.id, 'story' as "_entity", ${TIME("created_at")} as "createdAt", ${TIME("updated_at")} as "updatedAt", s.headline, s.summary, s.text`;

/** A full table scan that compares each text of each record. */
export function fullScan(text: string): string {
  const holds = ["headline", "summary", "text"].map((column) => `${column} ilike '%${text}%'`).join(" or ");
  const found = `(select * from content.story where ${holds} order by updated_at desc, id desc limit 5) s`;
  const hit = `json_build_object('entity', 'story', 'global', false, 'document', (select row_to_json(d) from (select ${DOCUMENT}) d))`;
  const results = `(select coalesce(json_agg(${hit} order by s.updated_at desc, s.id desc), '[]'::json) from ${found})`;
  return `select json_build_object('query', '${text}'::text, 'results', ${results})::text as body`;
}

/** 12,000 characters of words without `qj`; each story contains another part of them. */
const WORDS = `create temporary table words as
  select string_agg(translate(substr(md5(n::text), 1, 3 + n % 6), '0123456789', 'ghiklmnopr') || case when n % 11 = 0 then 'er' else '' end, ' ') as text
  from generate_series(1, 2000) n`;
const STRETCH = (from: string, length: number) => `substr(words.text, 1 + (n * ${from}) % 10000, ${length})`;

/** 100,000 stories of 1 KB, the newest last. */
export const FILL_STORIES: readonly string[] = [
  WORDS,
  ...DROP_GIN_INDEXES,
  `insert into content.story (id, version, created_at, updated_at, published_at, headline, summary, text)
    select gen_random_uuid(), 1, at, at, at,
      case when n = 50000 then 'rareword ' else '' end || ${STRETCH("37", 40)},
      case when n % 10 = 0 then 'often ' else '' end || ${STRETCH("53", 90)},
      ${STRETCH("71", 870)}
    from words, generate_series(1, 100000) n, lateral (select timestamptz '2026-01-01' + n * interval '1 s' as at) times`,
  ...MAKE_GIN_INDEXES,
  "vacuum analyze content.story",
];
