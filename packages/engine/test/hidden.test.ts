/** Content that a role may not read changes none of its answers: rows, counts, order, versions, refusals. */
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { compile, compileSchema, createEngine, parseQuery } from "../src/index.ts";
import type { Principal, ListPlan, OnePlan, Statement, WritePlan } from "../src/index.ts";
import { bound } from "./support/bound.ts";
import { configOf } from "./support/config.ts";
import { NOW, startEngineDatabase } from "./support/database.ts";
import type { EngineDatabase } from "./support/database.ts";
import { refusalOf } from "./support/reads.ts";

const idOf = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const [ANN, GHOST, SAFE] = [idOf(1), idOf(2), idOf(3)] as const;
const [ME, STRANGER] = [idOf(4), idOf(5)] as const;
const [OPEN, OTHER, CLOSED, DRAFT] = [idOf(6), idOf(7), idOf(8), idOf(9)] as const;
const schema = compileSchema(
  configOf({
    entities: [
      {
        name: "note",
        versions: true,
        unique: [["title", "memo"]],
        fields: [
          { name: "title", type: "text", searchable: true },
          { name: "memo", type: "text", searchable: true },
          { name: "state", type: "text" },
          { name: "author", type: "relation", to: "person" },
          {
            name: "parts",
            type: "array",
            of: {
              type: "object",
              fields: [
                { name: "who", type: "relation", to: "person" },
                { name: "safe", type: "relation", to: "vault" },
                { name: "unseen", type: "relation", to: "person", hidden: true },
              ],
            },
          },
        ],
      },
      {
        name: "person",
        fields: [
          { name: "name", type: "text", searchable: true },
          { name: "salary", type: "number" },
          { name: "active", type: "boolean" },
          { name: "boss", type: "relation", to: "person" },
          { name: "notes", type: "reverse", from: "note", field: "author" },
        ],
      },
      { name: "vault", fields: [{ name: "name", type: "text" }] },
    ],
    roles: [
      { name: "admin", isAdmin: true },
      {
        name: "reader",
        permissions: {
          note: { read: { filter: { state: "open" }, fields: { exclude: ["memo"] } } },
          person: { read: { filter: { active: true }, fields: { exclude: ["salary"] } } },
        },
      },
      { name: "editor", permissions: { note: { read: true, update: true }, person: { read: true } } },
      {
        name: "writer",
        permissions: {
          note: { create: true, read: { filter: { state: "open" } }, update: { filter: { state: "open" } } },
          person: { read: true },
        },
      },
    ],
  }),
);
const reader: Principal = { kind: "user", role: "reader", userId: ME };
const creator: Principal = { kind: "user", role: "editor", userId: STRANGER };
const engine = createEngine(schema).as(reader);

let database: EngineDatabase;
beforeAll(async () => {
  database = await startEngineDatabase(schema);
  await insert("vault", { id: SAFE, name: "safe" });
  await insert("person", { id: GHOST, name: "Ghost", salary: 1, active: false });
  await insert("person", { id: ANN, name: "Ann", salary: 1, active: true, boss: GHOST });
  const parts = JSON.stringify([{ who: ANN, safe: SAFE, unseen: GHOST }, { who: GHOST }]);
  await insert("note", {
    id: OPEN,
    title: "b",
    memo: "m",
    state: "open",
    author: ANN,
    parts,
    ...byStranger("created_by"),
    ...byStranger("updated_by"),
  });
  await insert("note", { id: OTHER, title: "a", memo: "n", state: "open", author: GHOST, created_by: ME, created_by_kind: "user" });
  await insert("note", { id: CLOSED, title: "c", memo: "o", state: "closed", author: ANN });
  await database.rows(
    `insert into cms.versions (id, entity, record_id, number, status, pending, published, record_version, data, created_at)
     values ($1, 'note', $2, 1, 'draft', true, false, 1, $3, now())`,
    [DRAFT, OPEN, JSON.stringify({ title: "pending", memo: "m", state: "open", author: GHOST, parts: JSON.parse(parts) })],
  );
});
afterAll(() => database?.stop());

function byStranger(column: string): Record<string, string> {
  return { [column]: STRANGER, [`${column}_kind`]: "user" };
}

async function insert(table: string, row: Record<string, unknown>): Promise<void> {
  const all = { created_at: NOW, updated_at: NOW, published_at: NOW, ...row };
  const names = Object.keys(all).map((name) => `"${name}"`);
  const places = names.map((_, at) => `$${at + 1}`);
  await database.rows(`insert into content."${table}" (${names.join()}) values (${places.join()})`, Object.values(all));
}

/** A plan's rows as its principal gets them, and the total of a list. */
async function answerOf(plan: ListPlan | OnePlan): Promise<unknown> {
  const statement = compile(plan);
  const read = async (statement: Statement) => {
    const { text, values } = bound(statement, { principal: reader, now: NOW, values: { ...plan.values, previewId: OPEN }, creator });
    return database.rows(text, values);
  };
  const rows = (await read(statement)).map(({ stamp: _, ...row }) => row); // grows with each write; it is in no answer
  const [counted] = statement.total ? await read(statement.total.exact) : [];
  return [rows, counted?.["total"]];
}

/** The same site with other hidden content: other texts, other numbers, other rows. */
const ELSEWHERE = [
  "update content.note set memo = 'zzz needle' where state = 'open'",
  "update content.note set title = 'a needle', author = (select id from content.person where active) where state = 'closed'",
  "delete from content.note where state = 'closed'",
  "update content.person set name = 'Aaron needle' where not active",
  "update content.person set salary = 9",
  `update content.note set created_by = '${idOf(98)}', updated_by = '${idOf(97)}' where created_by = '${STRANGER}'`,
  `update content.note set created_by = '${ME}', created_by_kind = 'user', updated_by = '${ME}', updated_by_kind = 'user' where state = 'closed'`,
  `update content.person set created_by = '${ME}', created_by_kind = 'user' where not active`,
  "update content.vault set name = 'needle'",
  'update cms.versions set data = data || \'{"memo": "needle"}\'',
];

async function answerAfter(change: string, plan: ListPlan | OnePlan): Promise<unknown> {
  await database.rows("begin");
  try {
    await database.rows(change);
    return await answerOf(plan);
  } finally {
    await database.rows("rollback");
  }
}

async function sameElsewhere(plan: ListPlan | OnePlan): Promise<void> {
  const here = await answerOf(plan);
  for (const change of ELSEWHERE) {
    expect([change, await answerAfter(change, plan)]).toEqual([change, here]);
  }
}

describe("hidden fields change no answer", () => {
  test.each([
    ["note", ""],
    ["note", "resolve[parts.who]=name&resolve[parts.safe]=name"],
    ["note", "resolve[parts.who.boss]=name&resolve[author.boss]=*"],
    ["note", "filter[parts.who.name]=Ghost"],
    ["note", "filter[parts.who.name][$contains]=needle"],
    ["note", "filter[$not][parts.who.name]=Ghost"],
    ["note", "filter[parts.who.boss.name][$startsWith]=Aaron"],
    ["note", "filter[author.name][$null]=true"],
    ["note", "filter[author.notes.title]=c"],
    ["note", "q=needle"],
    ["note", "q=a"],
    ["note", "sort=author.name"],
    ["note", "sort=-author.name,title"],
    ["note", "sort=author.boss.name&cursor="],
    ["note", `filter[_createdBy]=${ME}`],
    ["note", `filter[_createdBy][$ne]=${ME}`],
    ["note", "filter[_updatedBy][$null]=true&can=true"],
    ["note", `filter[_updatedBy]=${ME}&sort=author.name`],
    ["note", `filter[author._createdBy]=${ME}`],
    ["note", `filter[$or][0][_updatedBy]=${ME}&filter[$or][1][_createdBy][$null]=true&sort=title`],
    ["person", "resolve[notes]=title"],
    ["person", "resolve[notes]=*&resolve[notes.$count]=true"],
    ["person", "filter[notes.title]=c"],
    ["person", "filter[$not][notes.title][$contains]=needle"],
    ["person", "filter[notes.parts.who.name]=Ghost"],
    ["person", "q=needle&sort=boss.name"],
    ["person", "sort=-boss.name&limit=1"],
  ])("list: %s?%s", (entity, search) => sameElsewhere(engine.list(entity, parseQuery(search))));

  test.each([
    ["note", OPEN, "resolve[parts.who]=*&resolve[author]=*&can=true"],
    ["person", ANN, "resolve[notes]=*&resolve[notes.$count]=true&resolve[boss]=*"],
  ])("version and content of a record: %s/%s?%s", (entity, id, search) => sameElsewhere(engine.one(entity, id, search)));

  test.each(["", "resolve[parts.who]=*&resolve[author]=*"])("preview: ?%s", (search) =>
    sameElsewhere(engine.one("note", OPEN, search, { creator })),
  );

  test.each(["q=needle", "sort=author.name", "filter[parts.who.name]=Ghost"])("list with a preview: ?%s", (search) =>
    sameElsewhere(engine.list("note", parseQuery(search), { creator })),
  );
});

test("the compared preview shows the draft", async () => {
  expect(JSON.stringify(await answerOf(engine.one("note", OPEN, "", { creator })))).toContain("pending");
});

test("the comparison detects changes of fields that are not hidden", async () => {
  const admin = createEngine(schema).as({ kind: "user", role: "admin", userId: ME });

  for (const search of ["", "q=needle", "sort=author.name", "filter[parts.who.name]=Ghost"])
    await expect(sameElsewhere(admin.list("note", parseQuery(search)))).rejects.toThrow("deep equality");
});

describe("a hidden name is refused like an unknown one", () => {
  test.each([
    ["note", "filter[parts.safe.name]=x", "filter[parts.nothing.name]=x"],
    ["note", `filter[parts.safe]=${SAFE}`, `filter[parts.nothing]=${SAFE}`],
    ["note", `filter[parts.unseen]=${ANN}`, `filter[parts.nothing]=${ANN}`],
    ["note", "filter[parts.unseen.name]=x", "filter[parts.nothing.name]=x"],
    ["note", "filter[parts.who.salary]=1", "filter[parts.who.nothing]=1"],
    ["note", "resolve[parts.unseen]=name", "resolve[parts.nothing]=name"],
    ["note", "resolve[parts.who]=salary", "resolve[parts.who]=nothing"],
    ["note", "filter[author.notes.memo]=x", "filter[author.notes.nothing]=x"],
    ["note", "sort=author.salary", "sort=author.nothing"],
    ["note", "sort=memo", "sort=nothing"],
    ["person", "resolve[notes]=memo", "resolve[notes]=nothing"],
    ["person", "filter[notes.memo]=x", "filter[notes.nothing]=x"],
    ["person", "filter[notes.parts.unseen.name]=x", "filter[notes.parts.nothing.name]=x"],
  ])("%s: %s answers as %s", (entity, hidden, missing) => {
    const [first, second] = [hidden, missing].map((search) => JSON.stringify(refusalOf(() => engine.list(entity, parseQuery(search)))));
    const plain = (text: string | undefined) => text?.replaceAll(/safe|unseen|salary|memo|nothing/g, "X");

    expect(plain(first)).toBe(plain(second));
  });

  test("another user's id as an owner is refused, whether this user exists or not", async () => {
    const namedIn = async (id: string) => {
      const question = engine.hiddenOwners(engine.list("note", parseQuery(`filter[_createdBy]=${id}`)));
      return question ? (await database.run(question, reader)).map(({ id: found }) => found) : [];
    };
    await database.rows(
      "insert into cms.users (id, created_at, updated_at, email, name, role) values ($1, now(), now(), 's@x.org', 'S', 'editor')",
      [STRANGER],
    );

    expect([await namedIn(STRANGER), await namedIn(idOf(99)), await namedIn(ME)]).toEqual([[STRANGER], [idOf(99)], []]);
  });

  test("a conflict of values that are unique together names no field that the role can't see", () => {
    const details = ["title", "memo"].map((field) => ({ field, message: "Already taken together with the others" }));

    expect(JSON.stringify(engine.maskDetails("note", details))).not.toContain("memo");
    expect(["title", "memo"].map((field) => engine.sees("note", field))).toEqual([true, false]);
  });
});

test.each(["_createdBy", "-_updatedBy", "author._createdBy"])(
  "lists can't be sorted by owners, whose names may be hidden: sort=%s",
  (sort) => {
    expect(refusalOf(() => engine.list("note", parseQuery(`sort=${sort}`)))).toMatchObject({
      details: [{ field: "sort", message: `can't sort by ${sort.replace("-", "")}` }],
    });
  },
);

describe("a refused write reports only that the values are not unique together", () => {
  const writer: Principal = { kind: "user", role: "writer", userId: ME };
  const own = createEngine(schema).as(writer);
  const parsed = (operation: "create" | "update") =>
    own.parseBody("note", { title: "c", memo: "o", state: "open" }, { operation, partial: operation === "update", makeKey: () => "" });
  const newId = () => idOf(50);

  /** The result of the write: its outcome, or the violated constraint. */
  async function refusalBy(plan: WritePlan): Promise<unknown> {
    await database.rows("savepoint attempt");
    const answer = await database.run(plan, writer).then(
      (rows) => rows.map(({ outcome, details, id, data }) => ({ outcome, details, id, data })),
      ({ code, constraint }: { code: string; constraint: string }) => ({ code, constraint }),
    );
    await database.rows("rollback to savepoint attempt");
    return answer;
  }

  /** Variants of the record with the values: the writer may read it, it is a draft, it belongs to another user. */
  const OTHERWISE = [
    "select 1",
    "update content.note set state = 'open' where title = 'c'",
    "update content.note set author = null, parts = '[]' where title = 'c'",
    `update content.note set created_by = '${ME}', created_by_kind = 'user', version = 7, updated_at = now() where title = 'c'`,
    `update content.note set id = '${idOf(60)}' where title = 'c'`,
  ];

  test.each([
    ["a creation", async () => own.create("note", { id: idOf(40), data: await parsed("create"), draft: false, newId }), { code: "23505" }],
    ["a change", async () => own.update("note", OPEN, { data: await parsed("update"), newId }), { code: "23505" }],
    [
      "a draft",
      async () => own.saveDraft("note", OPEN, { data: await parsed("update"), newId }),
      [{ outcome: "taken", id: null, data: null }],
    ],
  ])("%s", async (_, plan, expected) => {
    for (const change of OTHERWISE) {
      await database.rows("begin");
      const before = await refusalBy(await plan());
      await database.rows(change);
      const after = await refusalBy(await plan());
      await database.rows("rollback");

      expect([change, after]).toEqual([change, before]);
      expect(after).toMatchObject(expected);
      expect(JSON.stringify(after)).not.toContain(CLOSED);
    }
  });
});
