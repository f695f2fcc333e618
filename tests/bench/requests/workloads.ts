/** A request to the product, and the statement with which the ceiling returns the same answer. */
export interface Workload {
  readonly name: string;
  readonly method: "GET" | "POST" | "PUT";
  /** `{id}` is replaced by the id of another article in each request. */
  readonly path: string;
  readonly body?: string;
  /** `$1` is the id, if the path has one. */
  readonly sql: string;
  /** The number of articles in the database. */
  readonly articles: 10_000 | 100_000;
}

const TIME = (column: string) => `to_char(a.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const OWNER = (column: string) =>
  `(select row_to_json(x) from (select u.id, u.name, 'user' as type from cms.users u where u.id = a.${column}) x)`;
const OWNERS = `${OWNER("created_by")} as "_createdBy", ${OWNER("updated_by")} as "_updatedBy"`;
const RECORD = `a.id, 'article' as "_type", ${TIME("created_at")} as "createdAt", ${TIME("updated_at")} as "updatedAt", ${TIME("published_at")} as "publishedAt", a.title, a.status, a.date, a.body, ${OWNERS}`;
/** The collation and the condition match the index. */
const LIVE_ROWS = `content.article where status collate "und-x-icu" = 'live' and published_at is not null`;
const TOTAL = `(select count(*) from ${LIVE_ROWS})`;

const list = (columns: string, offset = 0) => {
  const page = `(select * from ${LIVE_ROWS} order by date desc, id desc limit 20 offset ${offset}) a`;
  const meta = `json_build_object('total', ${TOTAL}, 'limit', 20, 'offset', ${offset})`;
  return `select json_build_object('data', (select coalesce(json_agg(r), '[]'::json) from (select ${RECORD}, ${columns} from ${page}) r), 'meta', ${meta})::text as body`;
};
const one = (from: string) =>
  `select json_build_object('data', (select row_to_json(r) from (select ${RECORD}, a.author, a.category from ${from} a) r))::text as body`;
/** Of each article. */
export const BODY = "Lorem ipsum dolor sit amet. ".repeat(36);

const LIVE = "/api/article?filter[status]=live&sort=-date&limit=20";
const NAMES = "&resolve[author]=name&resolve[category]=label";
const NAMED = `(select row_to_json(x) from (select id, name from content.author where id = a.author) x) as author, (select row_to_json(x) from (select id, label from content.category where id = a.category) x) as category`;
const IDS = "a.author, a.category";

export const WORKLOADS: readonly Workload[] = [
  { name: "list of 20", method: "GET", path: LIVE, sql: list(IDS), articles: 10_000 },
  { name: "list of 20, two relations resolved", method: "GET", path: LIVE + NAMES, sql: list(NAMED), articles: 10_000 },
  {
    name: "one by id",
    method: "GET",
    path: "/api/article/{id}",
    sql: one("(select * from content.article where id = $1)"),
    articles: 10_000,
  },
  {
    name: "create",
    method: "POST",
    path: "/api/article",
    body: JSON.stringify({ title: "Created", status: "draft", date: "2024-05-01", body: BODY }),
    sql: `with made as (insert into content.article (id, version, created_at, updated_at, published_at, title, status, date, body) values (gen_random_uuid(), 1, now(), now(), now(), 'Created', 'draft', '2024-05-01', '${BODY}') returning *) ${one("made")}`,
    articles: 10_000,
  },
  {
    name: "update one field",
    method: "PUT",
    path: "/api/article/{id}",
    body: JSON.stringify({ title: "Changed" }),
    sql: `with made as (update content.article set title = 'Changed', version = version + 1, updated_at = now() where id = $1 returning *) ${one("made")}`,
    articles: 10_000,
  },
  { name: "list of 20, of 100,000", method: "GET", path: LIVE, sql: list(IDS), articles: 100_000 },
  { name: "list of 20 from 8,000 on, of 100,000", method: "GET", path: `${LIVE}&offset=8000`, sql: list(IDS, 8000), articles: 100_000 },
];

/** Reads all 10,000 titles. */
export const CONTAINS: Workload = {
  name: "$contains without an index",
  method: "GET",
  path: `/api/article?filter[title][$contains]=${encodeURIComponent("icle 99")}&sort=-date&limit=20`,
  sql: "",
  articles: 10_000,
};

/** 500 authors and 20 categories. */
export const FILL_OTHERS: readonly string[] = [
  `insert into content.author (id, version, created_at, updated_at, published_at, name) select gen_random_uuid(), 1, now(), now(), now(), 'Author ' || n from generate_series(1, 500) n`,
  `insert into content.category (id, version, created_at, updated_at, published_at, label) select gen_random_uuid(), 1, now(), now(), now(), 'Category ' || n from generate_series(1, 20) n`,
  "analyze content.author",
  "analyze content.category",
];

/** Articles of 1 KB by the first admin, 7 of 10 of them live. */
export const fillArticles = (from: number, to: number): readonly string[] => [
  `insert into content.article (id, version, created_at, updated_at, published_at, title, status, date, body, author, category, created_by, created_by_kind, updated_by, updated_by_kind)
    select gen_random_uuid(), 1, now(), now(), now(), 'Article ' || n, case when n % 10 < 7 then 'live' else 'draft' end, date '2000-01-01' + n, '${BODY}',
      (array(select id from content.author order by name))[1 + n % 500], (array(select id from content.category order by label))[1 + n % 20], u.id, 'user', u.id, 'user'
    from (select id from cms.users limit 1) u, generate_series(${from}, ${to}) n`,
  "vacuum analyze content.article",
];
