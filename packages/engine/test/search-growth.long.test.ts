/** The buffers that searches read as tables grow; buffers are exact, unlike times. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import pg from "pg";
import { DROP_GIN_INDEXES, MAKE_GIN_INDEXES } from "../../../tests/support/database/gin-indexes.ts";
import { compileSchema, createEngine, parseSearch } from "../src/index.ts";
import type { Principal } from "../src/index.ts";
import { boundFor } from "./support/bound.ts";
import { configOf } from "./support/config.ts";
import { buffersOf, explain } from "./support/explain.ts";
import { openFilled } from "./support/real-tables.ts";
import type { TestTables } from "./support/real-tables.ts";

const FEW = 10_000;
const MANY = 100_000;
const GROWTH = 1.5;
const SLACK = 40;

const schema = compileSchema(
  configOf({
    entities: [
      {
        name: "note",
        fields: [
          { name: "text", type: "text", searchable: true },
          { name: "shelf", type: "select", options: ["open", "closed"] },
          { name: "wing", type: "select", options: ["north", "south"] },
        ],
      },
    ],
    roles: [
      { name: "admin", isAdmin: true },
      { name: "reader", permissions: { note: { read: { filter: { shelf: "open" } } } } },
      { name: "guest", permissions: { note: { read: { filter: { wing: "north" } } } } },
    ],
  }),
);
const admin: Principal = { kind: "user", role: "admin", userId: "01900000-0000-7000-8000-00000000a001" };
const reader: Principal = { ...admin, role: "reader" };
const guest: Principal = { ...admin, role: "guest" };

/** Each tenth note contains `often`, the oldest 1,500 `ancient` and `§`, one `singular`, the closed half `withheld` and `¤`; other letters are random, without `q`. A hundredth is in the north wing. */
const fillings = (rows: number): readonly string[] => [
  ...DROP_GIN_INDEXES,
  `insert into content.note (id, created_at, updated_at, published_at, shelf, wing, text)
   select gen_random_uuid(), at, at, at, (array['open', 'closed'])[n % 2 + 1], case when n % 100 in (10, 11) and n % 200 > 100 then 'north' else 'south' end,
     translate(substr(md5(n::text), 1, 24), '0123456789', 'ghijklmnop') || case when n % 10 = 0 then ' often' else '' end
       || case when n <= 1500 then ' ancient §' else '' end || case when n = 9000 then ' singular' else '' end
       || case when n % 2 = 1 then ' withheld ¤' else '' end
   from generate_series(1, ${rows}) n, lateral (select timestamptz '2026-01-01' + n * interval '1 s' as at) times`,
  ...MAKE_GIN_INDEXES,
  "vacuum content.note",
  "analyze content.note",
];

async function fill({ client }: TestTables, rows: number): Promise<void> {
  for (const text of fillings(rows)) await client.query(text);
}

let few: TestTables;
let many: TestTables;
beforeAll(async () => {
  few = await openFilled(schema, (tables) => fill(tables, FEW));
  many = await openFilled(schema, (tables) => fill(tables, MANY));
});
afterAll(async () => {
  await few.close();
  await many.close();
});

/** Of the prepared statement, as the service runs it, with a plan for any values or for these. */
async function buffersOfSearch({ client }: TestTables, principal: Principal, q: string, mode: string): Promise<number> {
  const plan = createEngine(schema)
    .as(principal)
    .search(parseSearch(`q=${encodeURIComponent(q)}&limit=20`), "unicode");
  if (!plan) throw new Error("nothing to search");
  const { text, values } = boundFor(principal, plan);
  const given = values.map((value) => pg.escapeLiteral(String(value))).join();
  await client.query(`set plan_cache_mode = ${mode}; deallocate all; prepare searched as ${text}`);
  return buffersOf(await explain(client, `execute searched(${given})`));
}

const MODES = ["force_generic_plan", "force_custom_plan"];

test.each(MODES)("a search of any length reads the same number of pages with ten times the rows (%s)", async (mode) => {
  const grown: object[] = [];
  for (const q of ["a", "q", "qz", "§", "zzq", "zzqqxx", "zzqqxxyy", "singular", "ancient", "often"]) {
    const [atFew, atMany] = [await buffersOfSearch(few, admin, q, mode), await buffersOfSearch(many, admin, q, mode)];
    if (atMany > atFew * GROWTH + SLACK) grown.push({ q, atFew, atMany });
  }

  expect(grown).toEqual([]);
});

test.each(MODES)("a text that is only in rows that the role can't see is searched with index-only scans (%s)", async (mode) => {
  const { rows } = await many.client.query<{ pages: number }>("select relpages as pages from pg_class where relname = 'note'");
  for (const q of ["withheld", "¤"]) {
    const buffers = await buffersOfSearch(many, reader, q, mode);

    expect({ q, buffers, isPart: buffers < (rows[0]?.pages ?? 0) / 5 }).toMatchObject({ isPart: true });
  }
});

test.each(MODES)(
  "a search for a frequent word, by a role that sees few rows, reads the same number of pages with ten times the rows (%s)",
  async (mode) => {
    for (const q of ["often", "withheld", "¤"]) {
      const [atFew, atMany] = [await buffersOfSearch(few, guest, q, mode), await buffersOfSearch(many, guest, q, mode)];

      expect({ q, atFew, atMany, isFlat: atMany <= atFew * GROWTH + SLACK }).toMatchObject({ isFlat: true });
    }
  },
);

test("statistics of a table with searched texts don't include their grams", async () => {
  await many.client.query("analyze content.note");

  const { rows } = await many.client.query("select attname from pg_stats where schemaname = 'content' and tablename like 'grams.%'");
  expect(rows).toEqual([]);
});
