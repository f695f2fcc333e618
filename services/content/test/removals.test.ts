import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { ConfigDefinition, HookContext } from "@colophon/config";
import { createRemovals, type Removals } from "@colophon/database";
import { bind, compile, createEngine, MANY_REFERRERS } from "@colophon/engine";
import { startService, type Client, type TestService } from "./support/service.ts";

const MANY = MANY_REFERRERS + 1;
const ran: string[] = [];

const site: ConfigDefinition = {
  entities: [
    {
      name: "author",
      fields: [
        { name: "name", type: "text", required: true },
        { name: "slug", type: "slug", from: "name" },
        { name: "best", type: "relation", to: "comment", onDelete: "restrict" },
      ],
      hooks: {
        beforeDelete: ({ id }: HookContext) => void ran.push(`before ${id}`),
        afterDelete: ({ id }: HookContext) => void ran.push(`after ${id}`),
      },
    },
    {
      name: "article",
      versions: true,
      fields: [
        { name: "title", type: "text", searchable: true },
        { name: "author", type: "relation", to: "author" },
        { name: "readers", type: "relation", to: "author", many: true },
      ],
    },
    {
      name: "comment",
      fields: [
        { name: "text", type: "text" },
        { name: "code", type: "text", unique: true },
        { name: "author", type: "relation", to: "author", onDelete: "cascade" },
        { name: "parent", type: "relation", to: "comment", onDelete: "cascade" },
      ],
    },
    { name: "mention", fields: [{ name: "comment", type: "relation", to: "comment" }] },
    { name: "contract", fields: [{ name: "author", type: "relation", to: "author", required: true }] },
  ],
  roles: [{ name: "admin", isAdmin: true }],
};

let service: TestService;
let admin: Client;
let removals: Removals;
beforeAll(async () => {
  service = await startService(site);
  removals = createRemovals(service);
  admin = service.as("admin");
});
beforeEach(async () => {
  await drain();
  await query("truncate content.author, content.article, content.comment, content.mention, content.contract cascade");
  ran.length = 0;
});
afterAll(() => service?.stop());

const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) => service.database.run<Row>({ text }, values);
const drain = () => removals.finish();
const newAuthor = async (name = "Ines"): Promise<string> => (await admin.post("/api/author", { name })).json.data.id;
const isRemoving = async () => (await query<{ is: boolean }>("select cms.is_removing() as is"))[0]?.is;
const stored = async (entity: string, id: string) => (await query(`select from content.${entity} where id = $1`, [id])).length > 0;

/** Rows of an entity, all with these values. */
async function fill(entity: string, count: number, values: Record<string, string | null>): Promise<void> {
  const columns = Object.keys(values).map((column) => `, ${column}`);
  const given = Object.keys(values).map((_, at) => `, $${at + 2}`);
  await query(
    `insert into content.${entity} (id, created_at, updated_at, published_at${columns.join("")})
     select gen_random_uuid(), now(), now(), now()${given.join("")} from generate_series(1, $1::int)`,
    [count, ...Object.values(values)],
  );
}

const total = async (path: string) => {
  const { status, json } = await admin.get(`/api/${path}${path.includes("?") ? "&" : "?"}limit=0&count=exact`);
  return status === 200 ? json.meta.total : status;
};
const totals = async (paths: readonly string[]) =>
  Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await total(path)])));

test("a record with few references is deleted at once", async () => {
  const author = await newAuthor();
  await fill("article", 3, { author });

  const answer = await admin.delete(`/api/author/${author}`);

  expect([answer.status, answer.json]).toEqual([200, { data: { id: author } }]);
  expect(await stored("author", author)).toBe(false);
  expect(await isRemoving()).toBe(false);
  expect(await total("article?filter[author][$null]=true")).toBe(3);
});

test("a record with many references is missing at once, references to it are null, and filters, totals and sorting are consistent before and after its removal", async () => {
  const [author, other] = [await newAuthor(), await newAuthor("Omar")];
  const one = (await admin.post("/api/article", { title: "one", author, readers: [other, author] })).json.data.id;
  const before = (await admin.get(`/api/article/${one}`)).json.data;
  await fill("article", MANY, { author });
  await fill("article", 2, { author: other });
  const lists = [
    `article?filter[author]=${author}`,
    `article?filter[author][$in]=${author},${other}`,
    `article?filter[author][$ne]=${other}`,
    `article?filter[author][$notIn]=${author}`,
    "article?filter[author][$null]=true",
    `article?filter[$not][author]=${author}`,
    "article?filter[author.name]=Ines",
    `article?filter[readers][$has]=${author}`,
    `article?filter[readers][$hasAll]=${other},${author}`,
    "article?filter[readers.name]=Ines",
    `article?draft=true&filter[author]=${author}`,
    "article?draft=true&filter[author][$null]=true",
    "author",
    "author?filter[name]=Ines",
  ];
  expect(await totals(lists.slice(0, 1))).toEqual({ [lists[0] ?? ""]: MANY + 1 }); // a cached total is dropped

  const answer = await admin.delete(`/api/author/${author}`);

  const agreed = async () => ({
    ...(await totals(lists)),
    record: (await admin.get(`/api/author/${author}`)).status,
    written: (await admin.put(`/api/author/${author}`, { name: "again" })).status,
    deleted: (await admin.delete(`/api/author/${author}`)).status,
    one: (await admin.get(`/api/article/${one}`)).json.data,
    draft: (await admin.get(`/api/article/${one}?draft=true`)).json.data,
    resolved: (await admin.get(`/api/article/${one}?resolve[author]=name&resolve[readers]=name`)).json.data,
    first: (await admin.get("/api/article?sort=author&limit=1")).json.data[0].author,
  });
  const meanwhile = await agreed();
  expect([answer.status, answer.json]).toEqual([200, { data: { id: author } }]);
  expect(await stored("author", author)).toBe(true);
  expect(meanwhile).toMatchObject({
    ...Object.fromEntries([0, MANY + 1, MANY + 1, 0, 0, 0].map((count, at) => [lists[[0, 2, 4, 6, 7, 8][at] ?? 0], count])),
    [lists[1] ?? ""]: 2,
    [lists[3] ?? ""]: MANY + 3,
    [lists[5] ?? ""]: MANY + 3,
    [lists[9] ?? ""]: 0,
    [lists[10] ?? ""]: 0,
    [lists[11] ?? ""]: MANY + 1,
    author: 1,
    "author?filter[name]=Ines": 0,
    record: 404,
    written: 404,
    deleted: 404,
    one: { ...before, author: null, readers: [other] },
    draft: { author: null, readers: [other] },
    resolved: { author: null, readers: [{ id: other, name: "Omar" }] },
    first: other,
  });

  await drain();

  expect(await agreed()).toEqual(meanwhile);
  expect([await stored("author", author), await isRemoving()]).toEqual([false, false]);
  expect(await query("select from cms.removals")).toEqual([]);
  expect(await query("select from content.article where version <> 1")).toEqual([]);
});

test("meanwhile new references to it are refused, records that referred to it can be written, and its unique values are free", async () => {
  const author = await newAuthor();
  const article = (await admin.post("/api/article", { title: "one", author, readers: [author] })).json.data.id;
  await fill("article", MANY, { author });
  await admin.delete(`/api/author/${author}`);

  const refused = [
    await admin.post("/api/article", { title: "two", author }),
    await admin.put(`/api/article/${article}`, { author }),
    await admin.put(`/api/article/${article}?draft=true`, { readers: [author] }),
    await admin.post("/api/contract", { author }),
  ];
  const written = await admin.put(`/api/article/${article}`, { title: "three" });
  const again = await admin.post("/api/author", { name: "Ines", slug: "ines" });

  expect(refused.map(({ status, json }) => [status, json.error.details[0].field])).toEqual([
    [400, "author"],
    [400, "author"],
    [400, "readers.0"],
    [400, "author"],
  ]);
  expect(written.json.data).toMatchObject({ title: "three", author: null, readers: [] });
  expect([again.status, again.json.data?.slug]).toEqual([201, "ines"]);
  await drain();
  expect(await query("select from content.author")).toHaveLength(1);
});

test("records that are deleted with it are missing too, and references to these are null, also over several steps", async () => {
  const author = await newAuthor();
  const comment = (await admin.post("/api/comment", { text: "first", author })).json.data.id;
  const reply = (await admin.post("/api/comment", { text: "reply", parent: comment })).json.data.id;
  const mention = (await admin.post("/api/mention", { comment: reply })).json.data.id;
  await fill("comment", MANY, { author });
  await fill("comment", 5, { parent: comment });
  await fill("comment", 2, {});
  await admin.put(`/api/author/${author}`, { best: comment }); // the record that restricts the comment is deleted itself

  const answer = await admin.delete(`/api/author/${author}`);

  const agreed = async () => ({
    comments: await total("comment"),
    one: (await admin.get(`/api/comment/${reply}`)).status,
    listed: (await admin.get("/api/comment?count=false")).json.data.length,
    mention: (await admin.get(`/api/mention/${mention}`)).json.data.comment,
    mentions: await total("mention?filter[comment][$null]=true"),
  });
  expect(answer.status).toBe(200);
  expect(await agreed()).toEqual({ comments: 2, one: 404, listed: 2, mention: null, mentions: 1 });
  expect(await stored("comment", reply)).toBe(true);
  await drain();
  expect(await agreed()).toEqual({ comments: 2, one: 404, listed: 2, mention: null, mentions: 1 });
  expect([await stored("comment", reply), await stored("author", author)]).toEqual([false, false]);
});

test("the unique values of records that are deleted with it are free", async () => {
  const author = await newAuthor();
  await admin.post("/api/comment", { code: "taken", author });
  await fill("comment", MANY, { author });
  await admin.delete(`/api/author/${author}`);

  const answers = [await admin.post("/api/comment", { code: "taken" }), await admin.post("/api/comment", { code: "taken" })];
  await drain();

  expect(answers.map(({ status }) => status)).toEqual([201, 409]);
  expect(await total("comment")).toBe(1);
});

test("a few records that are deleted with it may have many references", async () => {
  const author = await newAuthor();
  const comment = (await admin.post("/api/comment", { text: "first", author })).json.data.id;
  await fill("mention", MANY, { comment });

  await admin.delete(`/api/author/${author}`);

  expect([await isRemoving(), await total("mention?filter[comment][$null]=true"), await total("comment")]).toEqual([true, MANY, 0]);
});

test("a record with a restricting reference is kept, with all references to it: 409 names the entity", async () => {
  const author = await newAuthor();
  await admin.post("/api/contract", { author });
  await fill("article", MANY, { author });

  const { status, json } = await admin.delete(`/api/author/${author}`);

  expect([status, json.error.message]).toEqual([409, "A record of contract still refers to this one"]);
  expect([await isRemoving(), await total(`article?filter[author]=${author}`)]).toEqual([false, MANY]);
  expect((await admin.get(`/api/author/${author}`)).status).toBe(200);
});

test("a record that only a record being removed restricts can be deleted, and both are removed in any order", async () => {
  const comment = (await admin.post("/api/comment", { text: "best" })).json.data.id;
  const author = (await admin.post("/api/author", { name: "Ines", best: comment })).json.data.id;
  await fill("comment", MANY, { author });
  const kept = await admin.delete(`/api/comment/${comment}`);

  const answers = [await admin.delete(`/api/author/${author}`), await admin.delete(`/api/comment/${comment}`)];

  expect([kept, ...answers].map(({ status }) => status)).toEqual([409, 200, 200]);
  expect((await admin.get(`/api/comment/${comment}`)).status).toBe(404);
  await drain();
  expect([await stored("author", author), await stored("comment", comment), await total("comment")]).toEqual([false, false, 0]);
});

test("delete hooks run once, and a condition on the version holds", async () => {
  const author = await newAuthor();
  await fill("article", MANY, { author });

  const changed = await admin.delete(`/api/author/${author}`, { "if-match": '"7.0"' });
  const answer = await admin.delete(`/api/author/${author}`, { "if-match": '"1.0"' });
  await service.content.hooks.settle();
  await drain();

  expect([changed.status, answer.status]).toEqual([412, 200]);
  expect(ran).toEqual([`before ${author}`, `after ${author}`]);
});

test("several processes share the work, and others continue the work of an interrupted one", async () => {
  const authors = [await newAuthor("a"), await newAuthor("b")];
  for (const author of authors) await fill("article", MANY, { author });
  for (const author of authors) await admin.delete(`/api/author/${author}`);
  const cleared: number[] = [];
  const { schema, database } = service;
  const processes = Array.from({ length: 3 }, () =>
    createRemovals({ schema, database, onCleared: (_, count) => void cleared.push(count) }),
  );
  const cutOff = database.transaction(async () => {
    await database.run({ text: "update content.article set author = null where author = $1" }, [authors[0]]);
    throw new Error("killed");
  });
  await expect(cutOff).rejects.toThrow("killed");

  while (await isRemoving()) await Promise.all(processes.map(({ next }) => next()));

  expect(cleared.reduce((sum, count) => sum + count, 0)).toBe(2 * MANY);
  expect(await query("select from content.author")).toEqual([]);
  expect(await total("article?filter[author][$null]=true")).toBe(2 * MANY);
});

test("of two callers who delete a record simultaneously, one succeeds", async () => {
  const author = await newAuthor();
  await fill("comment", MANY, { author });

  const answers = await Promise.all([admin.delete(`/api/author/${author}`), admin.delete(`/api/author/${author}`)]);

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
});

test("plans contain removals only while there are some", async () => {
  const list = compile(
    createEngine(service.schema).as({ kind: "system" }).list("article", "filter[author][$null]=true&resolve[author]=name"),
  );
  const planned = async () => {
    const values = bind(list, { principal: { kind: "system" }, now: new Date() });
    const lines = await query<{ "QUERY PLAN": string }>(`explain ${list.text}`, values);
    return lines.map((line) => line["QUERY PLAN"]).join("\n");
  };
  const [before, author] = [await planned(), await newAuthor()];
  await fill("comment", MANY, { author });
  await admin.delete(`/api/author/${author}`);

  const meanwhile = await planned();
  await drain();

  expect(before).not.toContain("removals");
  expect(meanwhile).toContain("removals");
  expect(await planned()).not.toContain("removals");
});
