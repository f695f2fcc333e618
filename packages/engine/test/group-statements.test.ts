import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { EntityDefinition } from "@colophon/config";
import { compile, compileSchema, createEngine, parseQuery } from "../src/index.ts";
import type { Principal, Schema } from "../src/index.ts";
import { bound } from "./support/bound.ts";
import { configOf } from "./support/config.ts";
import { principalOf, schema as translated } from "./support/group-model.ts";
import { openTables } from "./support/real-tables.ts";
import type { TestTables } from "./support/real-tables.ts";

const ID = "01890a5d-ac96-774b-bcce-b302099a8057";
const admin: Principal = principalOf({ role: "admin", locale: null, fallback: true });

const plain: readonly EntityDefinition[] = [
  {
    name: "author",
    trash: true,
    fields: [
      { name: "name", type: "text" },
      { name: "books", type: "reverse", from: "book", field: "author" },
    ],
  },
  {
    name: "book",
    versions: true,
    fields: [
      { name: "title", type: "text" },
      { name: "author", type: "relation", to: "author", onDelete: "restrict" },
      { name: "others", type: "relation", to: "author", many: true },
      { name: "box", type: "object", fields: [{ name: "author", type: "relation", to: "author" }] },
    ],
  },
];
const page: EntityDefinition = { name: "page", translatable: true, fields: [{ name: "title", type: "text" }] };
const label: EntityDefinition = {
  name: "label",
  fields: [
    { name: "page", type: "relation", to: "page" },
    { name: "pages", type: "relation", to: "page", many: true },
  ],
};

/** The texts of all statements about authors and books. */
async function textsOf(schema: Schema): Promise<readonly string[]> {
  const engine = createEngine(schema).as(admin);
  const queries = [
    ["book", `resolve[author]=name&resolve[others]=*&resolve[box.author]=name&filter[author]=${ID}&filter[others][$hasAll]=${ID}`],
    ["book", `filter[author.name]=x&filter[box.author]=${ID}&filter[others.name]=y&sort=author.name&draft=true&can=true`],
    ["book", `filter[author.id]=${ID}&filter[author][$ne]=${ID}&sort=-author.name`],
    ["author", "resolve[books]=title&resolve[books.$count]=true&filter[books.title]=x"],
    ["author", "trashed=true"],
  ] as const;
  const lists = queries.map(([entity, query]) => compile(engine.list(entity, parseQuery(query))));
  const data = await engine.parseBody(
    "book",
    { author: ID, others: [ID], box: { author: ID } },
    { operation: "update", partial: true, makeKey: () => ID },
  );
  const given = { data, newId: () => ID };
  const others = [
    engine.usages("author", ID, { limit: 5, offset: 0, after: null, counts: true }),
    engine.remove("author", ID, given),
    engine.trash("author", ID, {}),
    engine.create("book", { id: ID, ...given }),
    engine.update("book", ID, given),
  ];
  return [
    ...lists.flatMap(({ text, total }) => [text, total?.exact.text ?? "", total?.estimate.text ?? ""]),
    ...others.map((plan) => compile(plan).text),
  ];
}

test("references to other entities have the same statements, whether or not the site has translations", async () => {
  const [without, beside] = [plain, [...plain, page, label]].map((entities) =>
    compileSchema(configOf({ locales: ["en", "de"], entities })),
  );

  const texts = without ? await textsOf(without) : [];

  expect(beside && (await textsOf(beside))).toEqual(texts);
  for (const text of texts) expect(text).not.toMatch(/translation_group|sibling|locale/);
});

test.each([
  ["", null],
  ["locale=de", { locale: "de", fallback: true }],
  ["fallback=false", { locale: null, fallback: false }],
  ["locale=de&fallback=false", { locale: "de", fallback: false }],
])("the request %j asks references for %j", (query, asked) => {
  const engine = createEngine(translated).as(admin);

  expect(engine.list("post", query).asked).toEqual(asked);
  expect(engine.record("note", query).asked).toEqual(asked);
});

let tables: TestTables;
beforeAll(async () => {
  tables = await openTables();
  await tables.apply(translated);
  const insert = (table: string, columns: string, select: string) =>
    tables.client.query(
      `insert into content.${table} (id, created_at, updated_at, published_at, ${columns}) select gen_random_uuid(), now(), now(), now(), ${select}`,
    );
  const ids = "generate_series(1, 1000) n, unnest(array['en', 'de', 'fr']) l";
  await insert("page", "locale, translation_group, title", `l, md5('page' || n)::uuid, 't' || n from ${ids}`);
  const first = "(select id from content.page where translation_group = md5('page' || n)::uuid and locale = 'en')";
  await insert("post", "locale, translation_group, title, page", `l, md5('post' || n)::uuid, 't' || n, ${first} from ${ids}`);
  await tables.client.query("insert into content.post__pages select id, page, 0 from content.post");
  await tables.client.query("analyze content.page, content.post, content.post__pages, cms.trash");
});
afterAll(() => tables?.close());

interface Node {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly Plans?: readonly Node[];
}
const nodesIn = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(nodesIn)];

test.each([
  ["post", "resolve[page]=title&resolve[pages]=title", ["unique.page.translation_group.locale"]],
  ["post", `filter[page]=${ID}`, ["unique.page.translation_group.locale", "index.post.page.id.published_at"]],
  ["post", `filter[pages][$has]=${ID}`, ["unique.page.translation_group.locale", "index.post__pages.target_id.source_id"]],
  ["page", "resolve[posts]=title&resolve[posts.$count]=true", ["unique.page.translation_group.locale", "index.post.page.id.published_at"]],
] as const)("of %s, %s reads the rows of groups by indexes", async (entity, query, indexes) => {
  const { text, values } = bound(
    createEngine(translated)
      .as(admin)
      .list(entity, parseQuery(`${query}&limit=5`)),
    { principal: admin, now: new Date() },
  );

  const { rows } = await tables.client.query<{ "QUERY PLAN": { Plan: Node }[] }>(`explain (format json) ${text}`, values);

  const nodes = rows.flatMap((row) => row["QUERY PLAN"].flatMap(({ Plan }) => nodesIn(Plan)));
  const used = nodes.flatMap((node) => node["Index Name"] ?? []);
  for (const index of indexes) expect(used).toContain(index);
  const scanned = nodes.flatMap((node) => (node["Node Type"] === "Seq Scan" ? [node["Relation Name"]] : []));
  expect(scanned.filter((table) => table === "page" || table === "post__pages")).toEqual([]);
});
