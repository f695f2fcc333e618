/** Compares reads of generated sites in PostgreSQL with the model of translation groups. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { compile, createEngine, parseQuery } from "../../src/index.ts";
import { principalOf, asking, createModel, groupId, schema, SHELF, sites } from "./group-model.ts";
import type { Asked, Page, Referrer, Site } from "./group-model.ts";
import { openTables, run } from "./real-tables.ts";
import type { TestTables } from "./real-tables.ts";

type Row = Readonly<Record<string, unknown>>;

async function store({ client }: TestTables, { pages, posts, notes }: Site): Promise<void> {
  const tables = ["page", "post", "note", "shelf"].map((name) => `content.${name}`);
  await client.query(`truncate cms.trash, ${tables.join()} cascade`);
  const at = "2026-01-01T00:00:00Z";
  await client.query("insert into content.shelf (id, created_at, updated_at, published_at, title) values ($1, $2, $2, $2, 's')", [
    SHELF,
    at,
  ]);
  for (const { id, group, locale, state, title, rank } of pages) {
    const inTrash = state === "trash";
    await client.query(
      `insert into content.page (id, created_at, updated_at, published_at, locale, translation_group, title, rank)
       values ($1, $2, $2, $3, $4, ${inTrash ? "gen_random_uuid()" : `'${groupId("page", group)}'`}, $5, $6)`,
      [id, at, state === "live" ? at : null, locale, title, rank],
    );
    if (inTrash)
      await client.query(
        "insert into cms.trash (id, entity, trashed_at, published_at, translation_group, data) values ($1, 'page', $2, $2, $3, '{}')",
        [id, at, groupId("page", group)],
      );
  }
  for (const [entity, rows] of [
    ["post", posts],
    ["note", notes],
  ] as const)
    for (const row of rows) await storeReferrer(client, entity, row);
}

const hasBox = ({ page, pages, isShelved }: Referrer) => page !== null || pages.length > 0 || isShelved;

async function storeReferrer(client: TestTables["client"], entity: "post" | "note", row: Referrer): Promise<void> {
  const at = "2026-01-01T00:00:00Z";
  const values: Row = {
    id: row.id,
    created_at: at,
    updated_at: at,
    published_at: row.isLive ? at : null,
    title: row.title,
    page: row.page,
    box: hasBox(row) ? JSON.stringify({ page: row.page, shelf: row.isShelved ? SHELF : null, pages: row.pages }) : null,
    body: JSON.stringify([
      { _type: "part", page: row.page },
      { _type: "part", pages: row.pages },
    ]),
    shelf: row.isShelved ? SHELF : null,
    list: JSON.stringify(row.pages),
    ...(entity === "post" && { locale: row.locale, translation_group: groupId("post", row.group) }),
  };
  const names = Object.keys(values);
  const places = names.map((_, place) => `$${place + 1}`);
  await client.query(`insert into content.${entity} (${names.join()}) values (${places.join()})`, Object.values(values));
  if (row.isShelved) await client.query(`insert into content.${entity}__shelves values ($1, $2, 0)`, [row.id, SHELF]);
  for (const [position, id] of row.pages.entries())
    await client.query(`insert into content.${entity}__pages values ($1, $2, $3)`, [row.id, id, position]);
}

function queryOf({ locale, fallback }: Asked, ...parameters: readonly string[]): string {
  const asked = [...(locale ? [`locale=${locale}`] : []), ...(fallback ? [] : ["fallback=false"])];
  return [...parameters, ...asked, "limit=100"].join("&");
}

type List = (entity: string, ...parameters: readonly string[]) => Promise<readonly Row[]>;

/** A generated site, and who reads it. */
interface Compared {
  readonly site: Site;
  readonly asked: Asked;
  readonly model: ReturnType<typeof createModel>;
  readonly list: List;
}

const REFERRING = ["post", "note"] as const;
type Referring = (typeof REFERRING)[number];

const idsOf = (rows: readonly { readonly id?: unknown }[]) => rows.map(({ id }) => id);
const titled = (page: Page | null) => (page ? { id: page.id, title: page.title } : null);

/** The rows of a list, whose exact number is the same. */
function createList({ client }: TestTables, asked: Asked): List {
  const principal = principalOf(asked);
  const engine = createEngine(schema).as(principal);
  return async (entity, ...parameters) => {
    const plan = engine.list(entity, parseQuery(queryOf(asked, ...parameters)));
    const [row] = await run<{ data: string }>(client, plan, principal);
    const total = compile(plan).total?.exact;
    const [counted] = total ? await run<{ total: string }>(client, total, principal) : [];
    const rows = JSON.parse(row?.data ?? "[]") as Row[];
    expect(Number(counted?.total)).toBe(rows.length);
    return rows;
  };
}

async function compareReferences({ asked, model, list }: Compared, entity: Referring): Promise<void> {
  const rows = model.listed(entity, asked);
  const led = (row: Referrer, id: string | null) => titled(model.used(id, row.locale, asked));
  const standing = (id: string | null) => (id !== null && model.isStanding(id) ? id : null);
  const inBox = (row: Referrer, page: unknown) =>
    hasBox(row) ? { page, shelf: row.isShelved ? SHELF : null, pages: row.pages.filter(standing) } : null;

  const resolved = await list(entity, "sort=id", ...["page", "pages", "box.page", "list"].map((path) => `resolve[${path}]=title`));
  const plain = await list(entity, "sort=id");

  expect(resolved.map(({ id, page, pages, list: inside, box }) => ({ id, page, pages, inside, box }))).toEqual(
    rows.map((row) => {
      const many = row.pages.flatMap((id) => led(row, id) ?? []);
      return { id: row.id, page: led(row, row.page), pages: many, inside: many, box: inBox(row, led(row, row.page)) };
    }),
  );
  expect(plain.map(({ page, pages, box }) => ({ page, pages, box }))).toEqual(
    rows.map((row) => ({ page: standing(row.page), pages: row.pages.filter(standing), box: inBox(row, standing(row.page)) })),
  );
}

async function compareIds({ site, asked, model, list }: Compared, entity: Referring): Promise<void> {
  const rows = model.listed(entity, asked);
  const found = async (filter: string) => idsOf(await list(entity, "sort=id", `filter${filter}`));
  for (const { id } of site.pages.slice(-2)) {
    const refers = (own: string | null) => own !== null && model.isStanding(own) && model.sameGroup(own, id);
    const one = rows.filter((row) => refers(row.page));
    const has = rows.filter((row) => row.pages.some(refers));
    const led = rows.filter((row) => model.sameGroup(model.used(row.page, row.locale, asked)?.id ?? "", id));

    expect(await found(`[page]=${id}`)).toEqual(idsOf(one));
    expect(await found(`[box.page]=${id}`)).toEqual(idsOf(one));
    expect(await found(`[body.part.page]=${id}`)).toEqual(idsOf(one));
    expect(await found(`[page][$ne]=${id}`)).toEqual(idsOf(rows.filter((row) => !refers(row.page))));
    for (const test of ["pages][$has", "pages][$hasAll", "box.pages][$has", "body.part.pages][$hasAll"])
      expect([test, await found(`[${test}]=${id}`)]).toEqual([test, idsOf(has)]);
    expect(await found(`[box.pages][$ne]=${id}`)).toEqual(idsOf(rows.filter((row) => !has.includes(row))));
    expect(await found(`[page.id]=${id}`)).toEqual(idsOf(led));
  }
}

async function compareFields({ site, asked, model, list }: Compared, entity: Referring): Promise<void> {
  const rows = model.listed(entity, asked);
  const wanted = site.pages[0]?.title ?? "";
  const titleOf = (row: Referrer, id: string | null) => model.used(id, row.locale, asked)?.title;
  const to = (row: Referrer) => titleOf(row, row.page) === wanted;
  const anyOf = (row: Referrer) => row.pages.some((id) => titleOf(row, id) === wanted);
  const found = async (path: string) => idsOf(await list(entity, "sort=id", `filter${path}=${wanted}`));
  const keyOf = (row: Referrer) => titleOf(row, row.page) ?? "~"; // rows without a value are last
  const sorted = rows.toSorted((a, b) => (keyOf(a) === keyOf(b) ? (a.id < b.id ? -1 : 1) : keyOf(a) < keyOf(b) ? -1 : 1));

  expect(await found("[page.title]")).toEqual(idsOf(rows.filter(to)));
  expect(await found("[box.page.title]")).toEqual(idsOf(rows.filter(to)));
  expect(await found("[$not][page.title]")).toEqual(idsOf(rows.filter((row) => !to(row))));
  expect(await found("[pages.title]")).toEqual(idsOf(rows.filter(anyOf)));
  for (const path of ["list", "body.part.pages"]) expect([path, await found(`[${path}.title]`)]).toEqual([path, idsOf(rows.filter(anyOf))]);
  expect(idsOf(await list(entity, "sort=page.title"))).toEqual(idsOf(sorted));
}

/** Through relations, and through the same references in objects and arrays. */
const REVERSES = ["posts", "boxed", "notes", "listed"] as const;

async function compareReverse({ site, asked, model, list }: Compared): Promise<void> {
  const pages = site.pages.filter((page) => model.isReadable(page, asked) && (asked.locale === null || page.locale === asked.locale));
  const counts = REVERSES.flatMap((name) => [`resolve[${name}]=title`, `resolve[${name}.$count]=true`]);
  const found = await list("page", "sort=id", ...counts);
  const newestFirst = (rows: readonly Referrer[]) => rows.map(({ id }) => id).toSorted((a, b) => (a < b ? 1 : -1));
  expect(found.map(({ id, _count, ...row }) => ({ id, _count, ids: REVERSES.map((name) => idsOf(row[name] as Row[])) }))).toEqual(
    pages.map((page) => {
      const [posts, notes] = [model.reverse("post", page, asked), model.reverse("note", page, asked)];
      const ids = [posts, posts, notes, notes].map(newestFirst);
      return { id: page.id, ids, _count: { posts: posts.length, boxed: posts.length, notes: notes.length, listed: notes.length } };
    }),
  );
  for (const entity of REFERRING) {
    const matching = pages.filter((page) => model.reverse(entity, page, asked).some((row) => row.title === "p"));
    for (const name of [`${entity}s`, entity === "post" ? "boxed" : "listed"])
      expect([name, idsOf(await list("page", "sort=id", `filter[${name}.title]=p`))]).toEqual([name, idsOf(matching)]);
  }
}

/** Through a relation to one, to many and in an object. */
const SHELVED = ["posts", "kept", "boxed"] as const;

async function compareShelved({ asked, model, list }: Compared): Promise<void> {
  const counts = SHELVED.flatMap((name) => [`resolve[${name}]=title`, `resolve[${name}.$count]=true`]);
  const [shelf = {}] = await list("shelf", ...counts);
  const posts = model.shelved(asked);
  const newestFirst = posts.map(({ id }) => id).toSorted((a, b) => (a < b ? 1 : -1));

  expect(SHELVED.map((name) => idsOf(shelf[name] as Row[]))).toEqual(SHELVED.map(() => newestFirst));
  expect(shelf["_count"]).toEqual(Object.fromEntries(SHELVED.map((name) => [name, posts.length])));
  for (const name of SHELVED)
    expect([name, (await list("shelf", `filter[${name}.title]=p`)).length]).toEqual([
      name,
      posts.some(({ title }) => title === "p") ? 1 : 0,
    ]);
}

/** Compares every read of a site with the model. */
async function compare(tables: TestTables, site: Site, asked: Asked): Promise<void> {
  const compared: Compared = { site, asked, model: createModel(site), list: createList(tables, asked) };
  for (const entity of REFERRING) for (const part of [compareReferences, compareIds, compareFields]) await part(compared, entity);
  await compareReverse(compared);
  await compareShelved(compared);
}

/** A post in two languages on a shelf, which has no translations. */
const EXAMPLE: Site = {
  pages: [],
  notes: [],
  posts: (["en", "de"] as const).map((locale, at) => {
    const id = `00000000-0000-7000-8201-00000000000${at}`;
    return { id, locale, group: 0, isLive: true, title: "p", page: null, pages: [], isShelved: true };
  }),
};

/** Adds the test; `runs` is the number of generated sites. */
export function testGroupReads(runs: number): void {
  let tables: TestTables;
  beforeAll(async () => {
    tables = await openTables();
    await tables.apply(schema);
  });
  afterAll(() => tables?.close());

  test("records, filters, sorts, reverse fields and their numbers use the same record of a group as a model in memory", async () => {
    await fc.assert(
      fc.asyncProperty(sites, asking, async (site, asked) => {
        await store(tables, site);
        await compare(tables, site, asked);
      }),
      { numRuns: runs, examples: [[EXAMPLE, { role: "admin", locale: "de", fallback: true }]] },
    );
  });
}
