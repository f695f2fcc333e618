import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { HookError, type Hook, type HookContext } from "@colophon/config";
import { eventually } from "../../../tests/support/eventually.ts";
import { current, hookedSite, NAMES } from "./support/hooked-site.ts";
import { startService, type Client, type TestService } from "./support/service.ts";

let service: TestService;
let admin: Client;
let member: Client;

beforeAll(async () => {
  service = await startService(hookedSite);
  admin = service.as("admin");
  member = service.as("member");
});
afterAll(() => service?.stop());
beforeEach(() => {
  current.hooks = {};
});

const count = async (entity: string) => (await admin.get(`/api/${entity}?limit=0`)).json.meta.total;
const createNote = async (body: object) => (await admin.post("/api/note", body)).json.data;

test("before-hooks change the data, in place or by what they return, in order", async () => {
  current.hooks = {
    beforeValidate: ({ data }) => ({ ...data, title: "from beforeValidate" }),
    beforeCreate: ({ data }) => void (data!["stamp"] = `after ${String(data!["title"])}`),
  };

  const created = await admin.post("/api/note", { owner: "me" });

  expect(created.status).toBe(201);
  expect(created.json.data).toMatchObject({ title: "from beforeValidate", stamp: "after from beforeValidate", owner: "me" });
});

test("a hook and its db may write a Date and a BigInt, also inside JSON", async () => {
  const seen = new Date("2026-01-02T03:04:05.678Z");
  current.hooks = {
    beforeCreate: async ({ data, db }) => {
      const [{ total }] = await db.$queryRaw`select sum(n) as total from generate_series(1, 3) as n`;
      const [{ share }] = await db.$queryRaw`select 4::numeric as share`;
      await db.entity("note", { as: "system" }).create({ title: "beside", seen, rank: share });
      return { ...data, seen, rank: total, extra: { at: [seen], share, none: undefined } };
    },
  };

  const { status, json } = await admin.post("/api/note", { title: "plain values" });

  const text = "2026-01-02T03:04:05.678Z";
  expect([status, json.data]).toMatchObject([201, { seen: text, rank: 6, extra: { at: [text], share: 4 } }]);
  expect((await admin.get("/api/note?filter[title]=beside")).json.data).toMatchObject([{ seen: text, rank: 4 }]);
});

test("an invalid Date, and a number that is too large, are refused and not set to null", async () => {
  current.hooks = { beforeCreate: ({ data }) => ({ ...data, seen: new Date("never"), rank: 2n ** 70n }) };

  const { status, json } = await admin.post("/api/note", { title: "odd values" });

  expect([status, json.error.details.map(({ field }: { field: string }) => field)]).toEqual([400, ["seen", "rank"]]);
});

test("an unknown field is refused before hooks run, together with every wrong value", async () => {
  let calls = 0;
  current.hooks = { beforeValidate: () => void calls++ };

  const { status, json } = await admin.post("/api/note", { unknown: 1, title: 5, rank: "x" });

  expect([status, json.error.details.map(({ field }: { field: string }) => field).toSorted()]).toEqual([400, ["rank", "title", "unknown"]]);
  expect(calls).toBe(0);
});

test("each hook gets the arguments of the contract", async () => {
  const seen: Partial<Record<string, HookContext>> = {};
  current.hooks = Object.fromEntries(NAMES.map((name) => [name, (context: HookContext) => void (seen[name] ??= context)]));
  const user = service.as("member", "00000000-0000-7000-8000-00000000000a", "m@example.com");

  const { id } = (await user.post("/api/note", { title: "One", owner: "me" })).json.data;
  await user.put(`/api/note/${id}`, { title: "Two" });
  await admin.delete(`/api/note/${id}`);

  expect(seen["beforeCreate"]).toMatchObject({
    entity: "note",
    operation: "create",
    role: "member",
    draft: false,
    locale: null,
    user: { id: "00000000-0000-7000-8000-00000000000a", email: "m@example.com", role: "member" },
    requestId: expect.stringMatching(/./),
    data: { title: "One", owner: "me" },
    signal: expect.any(AbortSignal),
  });
  expect(seen["afterCreate"]).toMatchObject({ id, record: { id, title: "One", stamp: null } });
  expect(seen["beforeUpdate"]).toMatchObject({
    id,
    operation: "update",
    data: { title: "Two" },
    existing: { title: "One" },
    record: { title: "One" },
  });
  expect(seen["afterUpdate"]).toMatchObject({ id, record: { title: "Two" } });
  expect(seen["afterUpdate"]).not.toHaveProperty("existing");
  expect(seen["beforeDelete"]).toMatchObject({ id, operation: "delete", existing: { title: "Two" }, record: { title: "Two" } });
  expect(seen["afterDelete"]).toMatchObject({ id, record: { title: "Two" } });
});

test("a HookError is 400 with its field, from any copy of the class, and nothing is written", async () => {
  const before = await count("note");
  const throwing = (error: unknown) => async () => {
    current.hooks = {
      beforeCreate: () => {
        throw error;
      },
    };
    return admin.post("/api/note", { title: "x" });
  };

  const own = await throwing(new HookError("Not today", { field: "title" }))();
  const alike = await throwing(Object.assign(new Error("Alike"), { name: "HookError" }))();

  expect([own.status, own.json.error]).toEqual([
    400,
    { code: "VALIDATION_ERROR", message: "Not today", details: [{ field: "title", message: "Not today" }] },
  ]);
  expect([alike.status, alike.json.error]).toEqual([400, { code: "VALIDATION_ERROR", message: "Alike" }]);
  expect(await count("note")).toBe(before);
});

test.each([
  [
    "an error",
    () => {
      throw new Error("secret detail");
    },
  ],
  [
    "a rejection",
    async () => {
      throw new TypeError("secret detail");
    },
  ],
  [
    "a string",
    () => {
      throw "secret detail";
    },
  ],
  [
    "undefined",
    () => {
      throw undefined;
    },
  ],
  [
    "an error that speaks of a timeout",
    () => {
      throw new Error("secret detail: timeout");
    },
  ],
  ["a failing query", ({ db }: HookContext) => db.$queryRaw`select secret_detail from nowhere`],
  ["a write that is refused", ({ db }: HookContext) => db.entity("audit").create({ nonsense: 1 })],
])("a before-hook that throws %s is a generic 500 and rolls back", async (_, hook) => {
  const before = await count("note");
  current.hooks = { beforeCreate: hook as Hook };

  const answer = await admin.post("/api/note", { title: "x" });

  expect(answer.status).toBe(500);
  expect(answer.json).toEqual({ error: { code: "INTERNAL_ERROR", message: expect.any(String) } });
  expect(answer.text).not.toContain("secret");
  expect(await count("note")).toBe(before);
});

test("a before-hook's db uses the write's transaction: both are committed or none", async () => {
  const [notes, audits] = [await count("note"), await count("audit")];
  current.hooks = {
    beforeCreate: async ({ db, data }) => {
      await db.entity("audit", { as: "system" }).create({ line: `saw ${String(data!["title"])}` });
      const [{ n }] = await db.$queryRaw`select count(*)::int as n from content.audit`;
      if (data!["title"] === "bad") throw new HookError(`with ${n} audits`);
    },
  };

  const good = await admin.post("/api/note", { title: "good" });
  const bad = await admin.post("/api/note", { title: "bad" });

  expect([good.status, bad.status]).toEqual([201, 400]);
  expect(bad.json.error.message).toBe(`with ${audits + 2} audits`);
  expect([await count("note"), await count("audit")]).toEqual([notes + 1, audits + 1]);
});

test("a hook may catch the error of its own write and continue", async () => {
  await admin.post("/api/audit", { line: "twice" });
  current.hooks = {
    beforeCreate: async ({ db, data }) => {
      await db
        .entity("audit", { as: "system" })
        .create({ line: "twice" })
        .catch((error: Error) => (data!["stamp"] = (error as unknown as { code: string }).code));
    },
  };

  const answer = await admin.post("/api/note", { title: "x" });

  expect([answer.status, answer.json.data?.stamp]).toEqual([201, "CONFLICT"]);
});

test("values that hooks set are checked by the row filter, and a hook may set fields that the role may not write", async () => {
  const { id } = await createNote({ title: "mine", owner: "me" });
  current.hooks = {
    beforeCreate: ({ data }) => ({ ...data, owner: "someone else" }),
    beforeUpdate: ({ data }) => ({ ...data, stamp: "by the hook" }),
  };
  const before = await count("note");

  const outside = await member.post("/api/note", { title: "x", owner: "me" });
  const stamped = await member.put(`/api/note/${id}`, { title: "still mine" });
  const forbidden = await member.put(`/api/note/${id}`, { stamp: "by the caller" });

  expect([outside.status, stamped.status, forbidden.status]).toEqual([403, 200, 403]);
  expect(stamped.json.data).toMatchObject({ stamp: "by the hook", title: "still mine" });
  expect(await count("note")).toBe(before);
});

test("hooks don't run for a write that is refused for its row", async () => {
  const { id } = await createNote({ title: "not theirs", owner: "other" });
  let runs = 0;
  current.hooks = { beforeValidate: () => void runs++, beforeUpdate: () => void runs++ };

  const forbidden = await member.put(`/api/note/${id}`, { title: "x" });
  const missing = await member.put("/api/note/00000000-0000-7000-8000-000000000000", { title: "x" });
  const stale = await admin.put(`/api/note/${id}`, { title: "x" }, { "if-match": '"9.abc"' });

  expect([forbidden.status, missing.status, stale.status, runs]).toEqual([403, 404, 412, 0]);
});

test("a before-hook that doesn't end is 503 after five seconds, and reads are served meanwhile", async () => {
  const handles: { db: HookContext["db"]; signal: AbortSignal }[] = [];
  current.hooks = {
    beforeCreate: ({ db, signal }) => {
      handles.push({ db, signal });
      return new Promise(() => undefined);
    },
  };
  const before = await count("note");
  const started = performance.now();

  const stuck = Array.from({ length: 4 }, () => admin.post("/api/note", { title: "stuck" }));
  await eventually(() => handles.length === 4);
  const fifth = await admin.post("/api/note", { title: "no room" });
  const reads = await Promise.all(Array.from({ length: 20 }, () => admin.get("/api/note?limit=1")));
  const answers = await Promise.all(stuck);
  const tookMs = performance.now() - started;

  expect(answers.map(({ status, headers }) => [status, headers.get("retry-after")])).toEqual(Array.from({ length: 4 }, () => [503, "1"]));
  expect(fifth.status).toBe(503);
  expect(reads.filter(({ status }) => status !== 200)).toEqual([]);
  expect(tookMs).toBeGreaterThan(4_900);
  expect(handles[0]?.signal.aborted).toBe(true);
  expect(() => handles[0]?.db.user.count()).toThrow(/has ended/);
  current.hooks = {};
  expect(await count("note")).toBe(before);
});

test("writes of a hook that doesn't end are rolled back with its write: no lock remains, and its connection is free", async () => {
  current.hooks = {
    beforeCreate: async ({ db, data }) => {
      if (!String(data?.["title"]).startsWith("held")) return;
      await db.entity("audit").create({ line: data?.["title"] });
      await new Promise(() => undefined);
    },
  };
  const lines = ["held 1", "held 2", "held 3", "held 4"];

  const stuck = await Promise.all(lines.map((title) => admin.post("/api/note", { title })));
  const written = await Promise.all(lines.map((line) => admin.post("/api/audit", { line })));
  const hooked = await Promise.all(lines.map(() => admin.post("/api/note", { title: "free again" })));

  expect(stuck.map(({ status, json }) => [status, json.error.message])).toEqual(
    lines.map(() => [503, "A hook of this project took too long; nothing was written"]),
  );
  expect([...written, ...hooked].map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201)); // 503 if a lock were held
});

test("a db kept from a hook that has ended throws", async () => {
  let kept: Record<string, HookContext["db"]> = {};
  current.hooks = { beforeCreate: ({ db }) => void (kept = { db, users: db.user, audit: db.entity("audit") }) };

  const answer = await admin.post("/api/note", { title: "x" });

  expect(answer.status).toBe(201);
  expect(() => kept["db"].user).toThrow(/has ended/);
  expect(() => kept["users"].count()).toThrow(/has ended/);
  expect(() => kept["audit"].list()).toThrow(/has ended/);
});

test("globals run the update hooks, also for the first save, and never create hooks", async () => {
  const ran: string[] = [];
  current.hooks = Object.fromEntries(
    NAMES.map((name) => [name, ({ existing }: HookContext) => void ran.push(`${name} ${existing === undefined ? "-" : "existing"}`)]),
  );

  const first = await admin.put("/api/banner", { text: "one" });
  const second = await admin.put("/api/banner", { text: "two" });

  expect([first.status, second.status, second.json.data.text]).toEqual([200, 200, "two"]);
  expect(ran.filter((line) => !line.startsWith("afterRead"))).toEqual([
    "beforeValidate -",
    "beforeUpdate -",
    "afterUpdate -",
    "beforeValidate existing",
    "beforeUpdate existing",
    "afterUpdate -",
  ]);
});

test("writes with hooks of one record run one after another: none reads a record that another is changing", async () => {
  const { id } = await createNote({ title: "0" });
  current.hooks = { beforeUpdate: ({ existing }) => ({ title: String(Number(existing!["title"]) + 1) }) };

  const answers = await Promise.all(Array.from({ length: 4 }, () => admin.put(`/api/note/${id}`, {})));

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  current.hooks = {};
  expect((await admin.get(`/api/note/${id}`)).json.data.title).toBe("4");
});
