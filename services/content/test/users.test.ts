import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newId } from "@colophon/database";
import type { ConfigDefinition } from "@colophon/config";
import { EPOCH_KEY } from "@colophon/runtime";
import { startService, type Client, type TestService } from "./support/service.ts";

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "ok",
    (error: { code?: string }) => error.code,
  );

const config: ConfigDefinition = {
  entities: [{ name: "thing", fields: [{ name: "label", type: "text" }] }],
  customRoutes: [
    {
      name: "users",
      method: "POST",
      handler: async ({ req, db }) => {
        const { id, email } = (await req.json()) as { id: string; email: string };
        const users = (db as { entity: (name: string) => Record<string, (...given: unknown[]) => Promise<unknown>> }).entity("_user");
        return [
          await codeOf(users["create"]!({ email, role: "owner" })),
          await codeOf(users["update"]!(id, { role: "self" })),
          await codeOf(users["delete"]!(id)),
        ];
      },
    },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "owner", isAdmin: true },
    { name: "member", permissions: { _user: { create: true, read: true, update: true, delete: true } } },
    { name: "self", permissions: { _user: { read: { filter: { id: "$CURRENT_USER" } }, update: { filter: { id: "$CURRENT_USER" } } } } },
  ],
};

let service: TestService;
let admin: Client;
let people = 0;

beforeAll(async () => {
  service = await startService(config);
  admin = service.as("admin");
});
afterAll(() => service?.stop());

const address = () => `person${++people}@example.com`;
const createUser = async (role: string, email = address()) => (await admin.post("/api/_user", { email, role })).json.data;
const epoch = () => service.redis.client.get(EPOCH_KEY);

async function signIn(userId: string, email: string): Promise<void> {
  await service.database.run(
    {
      text: `insert into cms.sessions (id, token_hash, user_id, idle_expires_at, expires_at) values ($1, $2, $3, now() + interval '1 day', now() + interval '1 day')`,
    },
    [newId(), newId(), userId],
  );
  await service.database.run(
    { text: `insert into cms.login_requests (id, email, expires_at) values ($1, $2, now() + interval '10 minutes')` },
    [newId(), email],
  );
}
async function liveSignIns(userId: string, email: string): Promise<[number, number]> {
  const [row] = await service.database.run<{ sessions: number; codes: number }>(
    {
      text: `select (select count(*)::int from cms.sessions where user_id = $1) as sessions, (select count(*)::int from cms.login_requests where email = $2 and used_at is null) as codes`,
    },
    [userId, email],
  );
  return [row!.sessions, row!.codes];
}

test("an admin creates users: email in lower case and unique, name from the address, role must exist", async () => {
  const made = await admin.post("/api/_user", { email: "Ada.Lovelace@Example.com", role: "member" });
  const twice = await admin.post("/api/_user", { email: "ADA.lovelace@example.com", role: "member" });
  const named = await admin.post("/api/_user", { email: address(), role: "member", name: "Grace" });
  const noRole = await admin.post("/api/_user", { email: address(), role: "nobody" });

  expect([made.status, made.json.data]).toEqual([
    201,
    expect.objectContaining({ _type: "_user", email: "ada.lovelace@example.com", name: "ada.lovelace", role: "member" }),
  ]);
  expect([twice.status, twice.json.error.details]).toEqual([409, [{ field: "email", message: expect.any(String) }]]);
  expect(named.json.data.name).toBe("Grace");
  expect([noRole.status, noRole.json.error.details[0].field]).toEqual([400, "role"]);
  expect(made.headers.get("cache-control")).toBe("no-store");
});

test("whatever the permissions say, only admins create and delete users, give roles, or change addresses", async () => {
  const user = await createUser("member");
  const member = service.as("member", user.id, user.email);
  const other = await createUser("member");

  const refused = await Promise.all([
    member.post("/api/_user", { email: address(), role: "member" }),
    member.delete(`/api/_user/${other.id}`),
    member.delete(`/api/_user/${user.id}`),
    member.put(`/api/_user/${user.id}`, { role: "admin" }),
    member.put(`/api/_user/${other.id}`, { email: address() }),
    member.put(`/api/_user/${user.id}`, { email: address(), name: "Me" }),
    service.asKey("member").put(`/api/_user/${other.id}`, { role: "admin" }),
  ]);
  const allowed = await Promise.all([
    member.put(`/api/_user/${user.id}`, { name: "Me" }),
    member.put(`/api/_user/${other.id}`, { name: "Renamed" }),
  ]);

  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403, 403]);
  expect(refused[3]?.json.error.details).toEqual([{ field: "role", message: expect.any(String) }]);
  expect(allowed.map(({ status }) => status)).toEqual([200, 200]);
});

test("an admin's API key can't create or delete users, nor change addresses or roles", async () => {
  const user = await createUser("member");
  const key = service.asKey("admin");

  const refused = [
    await key.post("/api/_user", { email: address(), role: "member" }),
    await key.post("/api/_user", "no JSON"),
    await key.put(`/api/_user/${user.id}`, { role: "admin" }),
    await key.put(`/api/_user/${user.id}`, { email: address() }),
    await key.delete(`/api/_user/${user.id}`),
    await key.delete(`/api/_user/${user.id}?x=1`),
  ];
  const allowed = [await key.get(`/api/_user/${user.id}`), await key.put(`/api/_user/${user.id}`, { name: "By key" })];

  expect(refused.map(({ status, json }) => [status, json.error.code])).toEqual(refused.map(() => [403, "FORBIDDEN"]));
  expect(allowed.map(({ status }) => status)).toEqual([200, 200]);
});

test("sensitive changes of users need a recent sign-in, which is checked after the role and before the body", async () => {
  const user = await createUser("member");
  const late = service.asUnconfirmed("admin");

  const refused = [
    await late.post("/api/_user", { email: address(), role: "admin" }),
    await late.post("/api/_user", { role: "owner", nonsense: 1 }),
    await late.put(`/api/_user/${user.id}`, { role: "self" }),
    await late.put(`/api/_user/${user.id}`, { email: "no address" }),
    await late.put(`/api/_user/${newId()}`, { role: "nobody" }),
    await late.delete(`/api/_user/${user.id}`),
    await late.delete(`/api/_user/${user.id}?x=1`),
  ];
  const allowed = [
    await late.post("/api/_user", { email: address(), role: "member" }),
    await late.put(`/api/_user/${user.id}`, { name: "x" }),
  ];
  const forbidden = await service.asUnconfirmed("member", user.id).put(`/api/_user/${user.id}`, { role: "admin" });

  expect(refused.map(({ status, json }) => [status, json.error.code])).toEqual(refused.map(() => [403, "CONFIRMATION_REQUIRED"]));
  expect(allowed.map(({ status }) => status)).toEqual([201, 200]);
  expect([forbidden.status, forbidden.json.error.code]).toEqual([403, "FORBIDDEN"]);
});

test("a custom route that writes users as its caller follows the same rules", async () => {
  const user = await createUser("member");
  const [late, key, recent] = [service.asUnconfirmed("admin"), service.asKey("admin"), admin];
  const attempts = async (client: Client) => {
    const answer = await client.post("/api/custom/users", { id: user.id, email: address() });
    return answer.json;
  };

  expect(await attempts(late)).toEqual(["CONFIRMATION_REQUIRED", "CONFIRMATION_REQUIRED", "CONFIRMATION_REQUIRED"]);
  expect(await attempts(key)).toEqual(["FORBIDDEN", "FORBIDDEN", "FORBIDDEN"]);
  expect(await attempts(recent)).toEqual(["ok", "ok", "ok"]);
  for (const { id } of (await admin.get("/api/_user?filter[role]=owner")).json.data) await admin.delete(`/api/_user/${id}`);
});

test("a user who may only read and change their own record finds no other", async () => {
  const [user, other] = [await createUser("self"), await createUser("self")];
  const client = service.as("self", user.id, user.email);

  const list = await client.get("/api/_user");
  const answers = await Promise.all([
    client.get(`/api/_user/${other.id}`),
    client.put(`/api/_user/${other.id}`, { name: "x" }),
    client.put(`/api/_user/${user.id}`, { name: "me" }),
  ]);

  expect(list.json.data.map(({ id }: { id: string }) => id)).toEqual([user.id]);
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 200]);
});

test("a change of email ends the user's sessions and valid codes, and invalidates cached identities", async () => {
  const user = await createUser("member");
  await signIn(user.id, user.email);
  const [before, epochBefore] = [await liveSignIns(user.id, user.email), await epoch()];

  await admin.put(`/api/_user/${user.id}`, { name: "same address", email: user.email });
  const unchanged = await liveSignIns(user.id, user.email);
  const moved = await admin.put(`/api/_user/${user.id}`, { email: address() });

  expect([before, unchanged, await liveSignIns(user.id, user.email)]).toEqual([
    [1, 1],
    [1, 1],
    [0, 0],
  ]);
  expect(moved.status).toBe(200);
  expect(await epoch()).not.toBe(epochBefore);
});

test("a change of role and a deletion invalidate cached identities; other changes don't", async () => {
  const user = await createUser("member");
  const epochs = [await epoch()];

  await admin.put(`/api/_user/${user.id}`, { name: "x" });
  epochs.push(await epoch());
  await admin.put(`/api/_user/${user.id}`, { role: "self" });
  epochs.push(await epoch());
  await signIn(user.id, user.email);
  await admin.delete(`/api/_user/${user.id}`);
  epochs.push(await epoch());

  expect(epochs[1]).toBe(epochs[0]);
  expect(new Set(epochs.slice(1)).size).toBe(3);
  expect((await liveSignIns(user.id, ""))[0]).toBe(0);
});

test("the last admin can be neither deleted nor demoted, also with two simultaneous requests", async () => {
  const first = (await admin.get("/api/_user?filter[email]=admin@example.com")).json.data[0];

  for (let round = 0; round < 10; round++) {
    const second = await createUser("owner");
    const answers = await Promise.all([
      admin.put(`/api/_user/${first.id}`, { role: "member" }),
      round % 2 === 0 ? admin.delete(`/api/_user/${second.id}`) : admin.put(`/api/_user/${second.id}`, { role: "member" }),
    ]);
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["200", "409"]);
    await admin.put(`/api/_user/${first.id}`, { role: "admin" });
    await admin.delete(`/api/_user/${second.id}`);
  }
  const demoted = await admin.put(`/api/_user/${first.id}`, { role: "member" });
  const deleted = await admin.delete(`/api/_user/${first.id}`);
  const renamed = await admin.put(`/api/_user/${first.id}`, { role: "owner", name: "Still an admin" });

  expect([demoted.status, deleted.status, renamed.status]).toEqual([409, 409, 200]);
});
