import { DROP_GIN_INDEXES, MAKE_GIN_INDEXES } from "../../support/database/gin-indexes.ts";

/** Queries of lists. Every tenth post contains `often`, one contains `rareword`, and none contains `qj`. */
export const LISTS: Readonly<Record<string, string>> = {
  "newest first": "",
  "q, frequent": "q=often",
  "q, rare": "q=rareword",
  "q, two letters, nowhere": "q=qj",
  "sort by a related field": "sort=author.name",
  "sort by a related field, descending, from 500 on": "sort=-author.name&offset=500",
  "filter by a nested reference": "filter[credits.author.name]=Author 7",
  "filter by _status": "draft=true&filter[_status]=modified",
  "sort by _status": "draft=true&sort=_status",
};

const ROWS = 100_000;

/** Posts of 500 bytes by 500 authors, each of whom is credited in 200 posts; a hundred posts have a draft. */
export const FILL_POSTS: readonly string[] = [
  ...DROP_GIN_INDEXES,
  `insert into content.post (id, version, created_at, updated_at, published_at, title, text, author, credits)
    select gen_random_uuid(), 1, at, at, at, 'Post ' || n || case when n = 50000 then ' rareword' else '' end,
      translate(repeat(md5(n::text) || ' ', 14), '0123456789', 'ghiklmnopr') || case when n % 10 = 0 then 'often' else '' end,
      authors[1 + n % 500], jsonb_build_array(jsonb_build_object('author', authors[1 + n % 499]))
    from (select array(select id from content.author order by name) as authors) all_authors, generate_series(1, ${ROWS}) n,
      lateral (select timestamptz '2026-01-01' + n * interval '1 s' as at) times`,
  ...MAKE_GIN_INDEXES,
  `insert into cms.versions (id, entity, record_id, number, status, pending, data)
    select gen_random_uuid(), 'post', id, 1, 'draft', true, '{"title":"Draft"}' from (select id from content.post order by created_at desc limit 100) p`,
  "vacuum analyze content.post",
  "vacuum analyze cms.versions",
];

/** The newest 25, with all their fields, without permissions: what each of the lists is compared with. */
export const NEWEST =
  "select json_build_object('data', (select json_agg(p) from (select * from content.post order by created_at desc, id desc limit 25) p))::text as body";
