import { describe, expect, test } from "@jest/globals";
import { bind, createEngine, parseQuery } from "../src/index.ts";
import type { OnePlan } from "../src/index.ts";
import { boundFor } from "./support/bound.ts";
import { OTHER_USER_ID, USER_ID, admin, editor, nobody, schema, system, visitor } from "./support/magazine.ts";
import { listOf, refusalOf } from "./support/reads.ts";

const NOW = new Date("2026-03-01T12:00:00.000Z");
const ID = "01900000-0000-7000-8000-000000000001";

describe("promise 1: no SQL without a permission check", () => {
  test("no plan is made for a role without the operation", () => {
    expect(refusalOf(() => createEngine(schema).as(nobody).list("article", parseQuery(""))).code).toBe("FORBIDDEN");
    expect(refusalOf(() => createEngine(schema).as(nobody).one("article", ID)).code).toBe("FORBIDDEN");
    expect(refusalOf(() => createEngine(schema).as({ kind: "key", role: "gone", keyId: "k" }).list("article", parseQuery(""))).code).toBe(
      "FORBIDDEN",
    );
    expect(refusalOf(() => createEngine(schema).as(visitor).require("article", "update")).code).toBe("FORBIDDEN");
  });

  test("an unknown entity is not found, for every caller", () => {
    for (const principal of [admin, nobody, system])
      expect(refusalOf(() => createEngine(schema).as(principal).list("nope", parseQuery(""))).code).toBe("NOT_FOUND");
    expect(refusalOf(() => createEngine(schema).as(admin).list("__proto__", parseQuery(""))).code).toBe("NOT_FOUND");
  });

  test("a plan that the engine didn't make is refused", () => {
    const made = createEngine(schema).as(admin).one("article", ID);
    const copied: Record<string, unknown> = JSON.parse(JSON.stringify({ kind: made.kind, id: made.id, draft: false })) as Record<
      string,
      unknown
    >;
    // @ts-expect-error only the functions for plans can create one
    const forged: OnePlan = {
      ...copied,
      kind: "one",
      id: null,
      draft: null,
      values: {},
      shown: null,
      rowFilter: made.rowFilter,
      selection: made.selection,
    };

    expect(forged).toBeDefined();
  });

  test("the role's filter is in the list, its total, its relations and every embedded record", () => {
    const { text: page, values, total } = listOf(visitor, "article", "filter[author.name]=x&resolve[author]=name&resolve[tags]=name");
    const text = `${page} ${total?.exact.text}`;

    expect(text.match(/"t0"\."status" collate "und-x-icu" = \$\d+::text/g)).toHaveLength(2);
    expect(text.match(/"t1"\."active" = \$\d+::boolean/g)).toHaveLength(3);
    expect(text.match(/"t1"\."rank" >= \$\d+::int8/g)).toHaveLength(1);
    expect(values).toEqual(expect.arrayContaining(["live", true, "1", "x"]));
  });
});

test("the role's filter is in references to a record: in lists, counts and filters", () => {
  const { text, total } = listOf(visitor, "author", "filter[written.title]=x&resolve[written]=title&resolve[written.$count]=true");

  expect(text.match(/"t1"\."status" collate "und-x-icu" = \$\d+::text/g)).toHaveLength(3);
  expect(total?.exact.text.match(/"t1"\."status" collate "und-x-icu" = \$\d+::text/g)).toHaveLength(1);
});

test("the role's filter is in sorting by a related field, for rows with and without a value", () => {
  const { text } = listOf(visitor, "article", "sort=-author.name&count=false");

  expect(text.match(/"t1"\."active" = \$\d+::boolean/g)).toHaveLength(3);
});

describe("conditions on a part of a text that isn't searchable", () => {
  const scans = (count: number, condition: (n: number) => string) =>
    createEngine(schema)
      .as(admin)
      .list("article", parseQuery(Array.from({ length: count }, (_, n) => condition(n)).join("&")));

  test("are accepted ten times per request, including negated ones, on related records and inside objects", () => {
    const paths = ["body", "author.name", "seo.headline", "seo.deep.note"];
    const condition = (n: number) => `filter[$or][${n}]${n % 2 ? "[$not]" : ""}[${paths[n % paths.length]}][$contains]=x`;

    expect(() => scans(10, condition)).not.toThrow();
    expect(refusalOf(() => scans(11, condition)).details).toEqual([
      { field: "filter[$or][10][seo.headline][$contains]", message: expect.stringContaining("at most 10") },
    ]);
  });

  test("are counted for every operator", () => {
    const operators = ["$contains", "$startsWith", "$endsWith"];
    const condition = (n: number) => `filter[$and][${n}][body][${operators[n % 3]}]=x`;

    expect(refusalOf(() => scans(12, condition)).details).toHaveLength(2);
  });

  test("on searchable fields, and those of the system, are not counted", () => {
    const many = (field: string) => Array.from({ length: 50 }, (_, n) => `filter[$or][${n}][${field}][$contains]=x`).join("&");

    expect(() =>
      createEngine(schema)
        .as(admin)
        .list("article", parseQuery(many("title"))),
    ).not.toThrow();
    expect(() =>
      createEngine(schema)
        .as(system)
        .list("article", parseQuery(many("body"))),
    ).not.toThrow();
  });
});

test("promise 2: the same request gives the same plan and statement, at any time", () => {
  const make = () => listOf(visitor, "article", "filter[title]=x&resolve[author]=*&sort=-rating&cursor=");

  expect(make()).toEqual(make());
});

describe("promise 3: SQL text contains no values", () => {
  const CANARY = "CANARY'\"$1;--";

  test.each(["$eq", "$ne", "$gt", "$in", "$notIn", "$contains", "$startsWith", "$endsWith"])("%s", (operator) => {
    const { text, values } = listOf(
      admin,
      "article",
      `filter[title][${operator}]=${encodeURIComponent(CANARY)}&locale=`.replace("&locale=", ""),
    );

    expect(text).not.toContain("CANARY");
    expect(JSON.stringify(values)).toContain("CANARY");
  });

  test("a text that is searched in lists", () => {
    for (const query of [`q=${encodeURIComponent(CANARY)}`, `q=${encodeURIComponent(CANARY)}&sort=author.name&cursor=`]) {
      const { text, values, total } = listOf(admin, "article", query);

      expect(text + total?.exact.text).not.toContain("CANARY");
      expect(values).toContain(`%${CANARY.replaceAll("%", "")}%`);
    }
  });

  test("names that are not fields never get into the SQL text", () => {
    for (const search of [
      "filter[title;drop]=1",
      "sort=id;drop",
      "fields=id;drop",
      "resolve[author;drop]=id",
      `resolve[author]=name";drop`,
    ])
      expect(refusalOf(() => listOf(admin, "article", search)).code).toBe("VALIDATION_ERROR");
  });
});

describe("promise 4: errors contain their place; a hidden field is answered like an unknown one", () => {
  const probes = [
    "filter[FIELD]=1",
    "filter[FIELD][$null]=true",
    "filter[FIELD][$contains]=a",
    "filter[FIELD][nonsense]=a",
    "filter[FIELD.name]=1",
    "filter[$or][0][$not][FIELD]=1",
    "sort=FIELD",
    "sort=-FIELD,title",
    "sort=FIELD.name",
    "resolve[FIELD.$count]=true",
    "fields=title,FIELD",
    "resolve[FIELD]=id",
    "resolve[FIELD]=*",
  ];

  test.each([
    ["visitor", visitor, "article", "secret"],
    ["visitor", visitor, "article", "wage"],
    ["editor", editor, "article", "wage"],
    ["admin", admin, "article", "secret"],
  ])("%s (%#)", (_who, principal, entity, hidden) => {
    for (const probe of probes) {
      const answers = [hidden, "nothing"].map((field) => refusalOf(() => listOf(principal, entity, probe.replaceAll("FIELD", field))));
      const [forHidden, forMissing] = answers.map((answer) => JSON.stringify(answer));
      expect(forHidden?.replaceAll(hidden, "X")).toBe(forMissing?.replaceAll("nothing", "X"));
      expect(answers[0]).toMatchObject({
        code: "VALIDATION_ERROR",
        details: [{ field: probe.split("=")[0]?.replaceAll("FIELD", hidden) }],
      });
    }
  });

  test.each([
    ["filter[seo.internal]=1", "filter[seo.nothing]=1", admin],
    ["filter[seo.deep.key]=1", "filter[seo.deep.nothing]=1", admin],
    ["filter[seo.score]=1", "filter[seo.nothing]=1", editor],
    ["filter[author.salary]=1", "filter[author.nothing]=1", visitor],
    ["filter[editor]=1", "filter[nothing]=1", visitor],
    ["filter[editor.email]=a", "filter[nothing.email]=a", visitor],
    ["filter[cover][$null]=true", "filter[nothing][$null]=true", visitor],
    ["filter[seo.cover]=1", "filter[seo.nothing]=1", visitor],
    ["sort=editor", "sort=nothing", visitor],
    ["sort=author.salary", "sort=author.nothing", visitor],
    ["sort=-editor.email", "sort=-nothing.email", visitor],
    ["sort=author.company.name", "sort=author.nothing.name", visitor],
    ["filter[author.owned.name]=a", "filter[author.nothing.name]=a", visitor],
    ["filter[author.written.wage]=1", "filter[author.written.nothing]=1", visitor],
    ["resolve[author.owned]=name", "resolve[author.nothing]=name", visitor],
    ["resolve[author.owned.$count]=true", "resolve[author.nothing.$count]=true", visitor],
    ["resolve[author.written]=wage", "resolve[author.written]=nothing", visitor],
    ["resolve[author]=salary", "resolve[author]=nothing", visitor],
    ["resolve[author.salary]=id", "resolve[author.nothing]=id", visitor],
  ])("%s is answered like %s", (hidden, missing, principal) => {
    const [left, right] = [hidden, missing].map((search) => JSON.stringify(refusalOf(() => listOf(principal, "article", search))));
    const name = /\.?([\w$]+)\]?(\[\$null\])?=/.exec(hidden)?.[1] ?? "";
    const plain = (answer: string | undefined) =>
      answer?.replaceAll(/internal|key|score|salary|editor|cover|company|owned|wage|nothing/g, "X");

    expect(name).not.toBe("");
    expect(plain(left)).toBe(plain(right));
    expect(left).toContain("VALIDATION_ERROR");
  });

  test("an entity the caller may not read is embedded as null, whichever fields are requested", () => {
    expect(listOf(visitor, "article", "fields=title&resolve[cover]=nothing").text).toContain('null::json as "cover"');
    expect(listOf(visitor, "article", "fields=title&resolve[gallery]=url").text).toContain(`'[]'::json as "gallery"`);
  });

  test("all invalid parameters are reported together", () => {
    const { details } = refusalOf(() =>
      listOf(visitor, "article", "filter[rating]=x&filter[nope]=1&sort=seo&fields=nope&resolve[title]=a&locale=de"),
    );

    expect(details?.map(({ field }) => field).toSorted()).toEqual([
      "fields",
      "filter[nope]",
      "filter[rating]",
      "locale",
      "resolve[title]",
      "sort",
    ]);
  });
});

describe("promise 5: the same shape of request, the same SQL text", () => {
  test.each([
    ["filter[title]=a", "filter[title]=b"],
    ["filter[status][$in]=live", "filter[status][$in]=live,draft,gone"],
    ["filter[tags][$hasAny]=" + ID, `filter[tags][$hasAny]=${ID},${USER_ID}`],
    ["q=abc", "q=defg"],
    ["q=ab", "q=c"],
    ["sort=author.name", "sort=author.name&offset=50"],
    ["limit=1&offset=2", "limit=90&offset=7"],
    ["limit=1&offset=20000", "limit=90&offset=90000"],
    ["filter[title][$contains]=a", "filter[title][$contains]=%25"],
    ["filter[rating][$between]=1,2", "filter[rating][$between]=3,4"],
  ])("%s and %s", (a, b) => {
    const [first, second] = [listOf(visitor, "article", a), listOf(visitor, "article", b)];

    expect(first.text).toBe(second.text);
    expect(first.name).toBe(second.name);
    expect(first.values).not.toEqual(second.values);
  });

  test("a read by id has one text for all ids, with a name that PostgreSQL accepts", () => {
    const [first, second] = [createEngine(schema).as(admin).one("article", ID), createEngine(schema).as(admin).one("article", USER_ID)].map(
      (item) => boundFor(admin, item),
    );

    expect(first?.text).toBe(second?.text);
    expect(first?.name).toMatch(/^[\w-]{20,63}$/);
    expect(listOf(admin, "article", "").name).not.toBe(first?.name);
  });
});

test.each([
  ["", undefined],
  ["filter[status]=live&filter[rating][$gt]=3&sort=title", undefined],
  ["filter[title]=a", undefined],
  ["filter[title][$contains]=ab", undefined],
  ["filter[slug][$contains]=abc", undefined],
  ["filter[title][$contains]=abc", true],
  ["filter[tags.name]=a", undefined],
  [`filter[tags][$has]=${ID}`, undefined],
  ["filter[title][$gte]=a", true],
  ["filter[$or][0][title][$between]=a,b&filter[$or][1][title]=c", true],
  ["filter[author.name]=a", true],
  ["filter[tags.name][$lt]=b", true],
  ["q=abc", true],
  ["q=a", true],
  ["sort=author.name", undefined],
])("a list by %j is planned for its values only if they matter for the plan", (query, customPlan) => {
  const statement = listOf(admin, "article", query);

  expect([statement.customPlan, statement.total?.exact.customPlan]).toEqual([customPlan, customPlan]);
});

test("an invalid id, a global as a list and a list as a global are not found", () => {
  expect(refusalOf(() => createEngine(schema).as(admin).one("article", "abc")).code).toBe("NOT_FOUND");
  expect(refusalOf(() => createEngine(schema).as(admin).one("article", null)).code).toBe("NOT_FOUND");
  expect(refusalOf(() => createEngine(schema).as(admin).one("site", ID)).code).toBe("NOT_FOUND");
  expect(refusalOf(() => createEngine(schema).as(admin).list("site", parseQuery(""))).code).toBe("NOT_FOUND");
});

test("drafts need versions (400) and update permission (403)", () => {
  expect(refusalOf(() => listOf(admin, "article", "draft=true"))).toMatchObject({
    code: "VALIDATION_ERROR",
    details: [{ field: "draft" }],
  });
  expect(refusalOf(() => listOf(visitor, "post", "draft=true")).code).toBe("FORBIDDEN");
});

test("locales must be known, and the entity translatable", () => {
  expect(refusalOf(() => listOf(admin, "page", "locale=xx")).details).toEqual([{ field: "locale", message: "must be one of en, de, fr" }]);
  expect(refusalOf(() => listOf(admin, "article", "locale=de")).details).toEqual([
    { field: "locale", message: "article is not translatable" },
  ]);
});

test("four relation steps are refused, three are not", () => {
  expect(() => listOf(admin, "article", "filter[author.company.owner.name]=x")).not.toThrow();
  expect(refusalOf(() => listOf(admin, "article", "filter[author.company.owner.company.name]=x")).details?.[0]?.message).toBe(
    "may follow at most 3 relations",
  );
});

test("an answer embeds 16 relations; names of objects and blocks don't count, relations on the way to others do", () => {
  const own = ["editor", "tags", "cover", "gallery", "clip", "sheet", "seo.cover", "parts.photo.image"];
  const behind = ["company", "friends", "written", "owned", "company.owner", "friends.company", "written.tags"].map(
    (name) => `author.${name}`,
  );
  const resolve = (names: readonly string[]) => () => listOf(admin, "article", names.map((name) => `resolve[${name}]=id`).join("&"));

  expect(resolve([...own, ...behind])).not.toThrow();
  expect(resolve([...own, ...behind, "author"])).not.toThrow();
  for (const more of ["author.friends.friends", "author.owned.owner"])
    expect(refusalOf(resolve([...own, ...behind, more])).details).toEqual([{ field: "resolve", message: "takes at most 16 relations" }]);
});

test("variables are those of the caller, and values that a caller sends are never variables", () => {
  const statement = listOf(admin, "article", "filter[title]=$CURRENT_USER&filter[body][$contains]=50%25_");
  const values = bind(statement, { principal: admin, now: NOW });

  expect(values).toEqual(expect.arrayContaining(["$CURRENT_USER", "%50\\%\\_%"]));
  expect(bind({ values: [{ name: "$CURRENT_USER" }, { name: "x", as: "contains" }] }, { principal: admin, now: NOW })).toEqual([
    { name: "$CURRENT_USER" },
    { name: "x", as: "contains" },
  ]);
  expect(refusalOf(() => listOf(admin, "article", "filter[editor]=$CURRENT_USER")).code).toBe("VALIDATION_ERROR");
  expect(OTHER_USER_ID).not.toBe(USER_ID);
});
