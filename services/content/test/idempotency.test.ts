import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ConfigDefinition } from "@colophon/config";
import { startService, type Client, type TestService } from "./support/service.ts";

const gate: { wait: Promise<void>; entered: () => void } = { wait: Promise.resolve(), entered: () => undefined };
const config: ConfigDefinition = {
  entities: [
    {
      name: "order",
      fields: [
        { name: "item", type: "text", required: true },
        { name: "margin", type: "text" },
        { name: "owner", type: "text" },
      ],
    },
    {
      name: "slow",
      fields: [{ name: "item", type: "text" }],
      hooks: {
        beforeCreate: async () => {
          gate.entered();
          await gate.wait;
        },
      },
    },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "clerk", permissions: { order: { create: true, read: { fields: { exclude: ["margin"] } } } } },
    { name: "mine", permissions: { order: { create: true, read: { filter: { owner: "mine" } } } } },
    { name: "blind", permissions: { order: { create: true } } },
    { name: "guest", public: true, permissions: { order: { create: true } } },
  ],
};

let service: TestService;
let admin: Client;
const USER = "00000000-0000-7000-8000-00000000000a";
let keys = 0;
const freshKey = () => ({ "idempotency-key": `key-${++keys}` });

beforeAll(async () => {
  service = await startService(config);
  admin = service.as("admin", USER);
});
afterAll(() => service?.stop());

const total = async (entity = "order") => (await admin.get(`/api/${entity}?limit=0`)).json.meta.total;

test("the same key and body repeats the first answer and writes once", async () => {
  const [key, before] = [freshKey(), await total()];

  const first = await admin.post("/api/order", { item: "book" }, key);
  await admin.put(`/api/order/${first.json.data.id}`, { item: "changed since" });
  const again = await admin.post("/api/order", { item: "book" }, key);

  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.json).toEqual(first.json);
  expect(await total()).toBe(before + 1);
});

test("a repeated answer has the headers of the first, including its ETag, which If-Match accepts while the record is unchanged", async () => {
  const key = freshKey();

  const first = await admin.post("/api/order", { item: "book" }, key);
  const again = await admin.post("/api/order", { item: "book" }, key);
  const path = `/api/order/${first.json.data.id}`;
  const changed = await admin.put(path, { item: "pen" }, { "if-match": again.headers.get("etag") ?? "" });
  const late = await admin.post("/api/order", { item: "book" }, key);
  const stale = await admin.put(path, { item: "pencil" }, { "if-match": late.headers.get("etag") ?? "" });

  const answerIn = ({ headers }: typeof first) =>
    Object.fromEntries([...headers].filter(([name]) => !["date", "x-request-id"].includes(name)));
  expect(first.headers.get("etag")).toMatch(/^"1\./);
  expect([answerIn(again), answerIn(late)]).toEqual([answerIn(first), answerIn(first)]);
  expect([changed.status, stale.status]).toEqual([200, 412]);
});

test("the same key with another body is 400", async () => {
  const key = freshKey();
  await admin.post("/api/order", { item: "book" }, key);

  const other = await admin.post("/api/order", { item: "pen" }, key);

  expect([other.status, other.json.error.details[0].field]).toEqual([400, "Idempotency-Key"]);
});

test("a key belongs to one caller and one path", async () => {
  const [key, before] = [freshKey(), await total()];

  await admin.post("/api/order", { item: "book" }, key);
  await service.as("admin").post("/api/order", { item: "book" }, key);
  const elsewhere = await admin.post("/api/slow", { item: "book" }, key);

  expect(elsewhere.status).toBe(201);
  expect(await total()).toBe(before + 2);
});

test("the answer of a refused write is not stored: the key can be used again", async () => {
  const key = freshKey();

  const refused = await admin.post("/api/order", { item: 1 }, key);
  const retried = await admin.post("/api/order", { item: "one" }, key);

  expect([refused.status, retried.status]).toEqual([400, 201]);
});

test("of fifty simultaneous requests with one key exactly one writes; the others get its answer or 409", async () => {
  const [key, before] = [freshKey(), await total()];

  const answers = await Promise.all(Array.from({ length: 50 }, () => admin.post("/api/order", { item: "rush" }, key)));

  const made = answers.filter(({ status }) => status === 201);
  expect(await total()).toBe(before + 1);
  expect(new Set(made.map(({ json }) => json.data.id)).size).toBe(1);
  expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
});

test("a stored answer is repeated for simultaneous requests", async () => {
  const key = freshKey();
  const first = await admin.post("/api/order", { item: "book" }, key);

  const answers = await Promise.all(Array.from({ length: 30 }, () => admin.post("/api/order", { item: "book" }, key)));

  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(201));
  expect(new Set(answers.map(({ json }) => json.data.id))).toEqual(new Set([first.json.data.id]));
});

test("while the first request runs, the second is 409; afterwards it gets the first one's answer", async () => {
  const key = freshKey();
  const release = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  Object.assign(gate, { wait: release.promise, entered: entered.resolve });

  const first = admin.post("/api/slow", { item: "x" }, key);
  await entered.promise;
  const during = await admin.post("/api/slow", { item: "x" }, key);
  release.resolve();
  const done = await first;
  const after = await admin.post("/api/slow", { item: "x" }, key);

  expect([during.status, during.json.error.code]).toEqual([409, "CONFLICT"]);
  expect([done.status, after.status, after.json]).toEqual([201, 201, done.json]);
});

test("a first request whose connection to PostgreSQL breaks stores nothing, and its key can be used again", async () => {
  const [key, before] = [freshKey(), await total("slow")];
  const release = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  Object.assign(gate, { wait: release.promise, entered: entered.resolve });

  const first = admin.post("/api/slow", { item: "x" }, key);
  await entered.promise;
  await service.database.run({
    text: "select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction' and pid <> pg_backend_pid() and datname = current_database()",
  });
  release.resolve();
  const killed = await first;
  Object.assign(gate, { wait: Promise.resolve(), entered: () => undefined });
  const again = await admin.post("/api/slow", { item: "x" }, key);

  expect([killed.status, again.status]).toEqual([503, 201]);
  expect(await total("slow")).toBe(before + 1);
});

test("a repeated answer contains only what the caller may read now", async () => {
  const replay = async (role: string) => {
    const key = freshKey();
    const first = await admin.post("/api/order", { item: "book", margin: "secret", owner: "other" }, key);
    const again = await service.as(role, USER).post("/api/order", { item: "book", margin: "secret", owner: "other" }, key);
    return { first, again };
  };

  const [clerk, mine, blind] = [await replay("clerk"), await replay("mine"), await replay("blind")];

  expect(clerk.first.json.data.margin).toBe("secret");
  expect(clerk.again.json.data).toMatchObject({ item: "book" });
  expect(clerk.again.json.data).not.toHaveProperty("margin");
  expect([mine, blind].map(({ again }) => Object.keys(again.json.data))).toEqual(
    Array.from({ length: 2 }, () => ["id", "_type", "createdAt", "updatedAt", "publishedAt"]),
  );
});

test("anonymous callers can't use keys, and a key with invalid characters is 400", async () => {
  const [key, before, guest] = [freshKey(), await total(), service.anonymous()];

  await guest.post("/api/order", { item: "x" }, key);
  await guest.post("/api/order", { item: "x" }, key);
  const odd = await admin.post("/api/order", { item: "x" }, { "idempotency-key": "k".repeat(256) });

  expect(await total()).toBe(before + 2);
  expect([odd.status, odd.json.error.details[0].field]).toEqual([400, "Idempotency-Key"]);
});
