import { beforeAll, expect, test } from "@jest/globals";
import type { Client } from "../support/http/client.ts";
import { eventually } from "../support/eventually.ts";
import { mailedCode } from "../support/stack/stack.ts";
import { make, NOBODY, refusal, useSite } from "./site.ts";

const site = useSite();
let admin: Client, member: Client, memberId: string;
beforeAll(async () => {
  ({ admin } = site.stack);
  member = await site.stack.signInAs("member");
  memberId = (await member.get("/api/auth/me")).data.user.id;
});

test("a user is a record of _user; the default name is the part before the @", async () => {
  const record = await make(admin, "_user", { email: "Grace.Hopper@example.com", role: "editor" });

  expect(record).toEqual({
    id: expect.any(String),
    _type: "_user",
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
    publishedAt: expect.any(String),
    _createdBy: { type: "user", id: expect.any(String), name: expect.any(String) },
    _updatedBy: record._createdBy,
    email: "grace.hopper@example.com",
    name: "grace.hopper",
    role: "editor",
  });
  expect((await admin.get("/api/_user?filter[email]=grace.hopper@example.com")).body.meta.total).toBe(1);
});

test("only admins set a role, whatever the permissions say", async () => {
  expect((await member.put(`/api/_user/${memberId}`, { name: "New name" })).status).toBe(200);
  expect(refusal(await member.put(`/api/_user/${memberId}`, { role: "admin" }))).toMatchObject({ status: 403, code: "FORBIDDEN" });
  expect((await member.get("/api/auth/me")).data.user.role).toBe("member");
});

test("only admins create or delete users, or change another's address", async () => {
  const other = await make(admin, "_user", { email: "other@example.com", role: "editor" });

  expect((await member.post("/api/_user", { email: "x@example.com", role: "editor" })).status).toBe(403);
  expect((await member.delete(`/api/_user/${other.id}`)).status).toBe(403);
  expect((await member.put(`/api/_user/${other.id}`, { email: "taken-over@example.com" })).status).toBe(403);
  expect((await admin.get(`/api/_user/${other.id}`)).data.email).toBe("other@example.com");
});

test.each([
  [{ id: NOBODY }, 200],
  [{ createdAt: "2000-01-01T00:00:00.000Z" }, 200],
  [{ _type: "x", publishedAt: null }, 200],
  [{ hash: "x" }, 400],
  [{ isAdmin: true }, 400],
  [{ passwordHash: "x" }, 400],
])("a body with the additional member %j is %i and doesn't change it", async (extra, status) => {
  const before = (await member.get(`/api/_user/${memberId}`)).data;

  const answer = await member.send("PUT", `/api/_user/${memberId}`, {
    body: JSON.stringify(extra),
    headers: { "content-type": "application/json" },
  });

  expect(answer.status).toBe(status);
  expect((await member.get(`/api/_user/${memberId}`)).data).toMatchObject({ id: before.id, createdAt: before.createdAt, role: "member" });
});

test("__proto__ in a body has no effect", async () => {
  const answer = await member.send("PUT", `/api/_user/${memberId}`, {
    body: '{"__proto__":{"role":"admin"}}',
    headers: { "content-type": "application/json" },
  });

  expect([200, 400]).toContain(answer.status);
  expect((await member.get("/api/auth/me")).data.user.role).toBe("member");
});

test("a sign-in creates a new token and ends the session in its request", async () => {
  await make(admin, "_user", { email: "again@example.com", role: "editor" });
  const first = await site.stack.signIn("again@example.com");
  const { data } = await first.post("/api/auth/request", { email: "again@example.com" });

  const answer = await first.post("/api/auth/create", {
    authRequestId: data.authRequestId,
    code: await mailedCode(site.stack.smtp, "again@example.com"),
  });

  expect(answer.status).toBe(200);
  await eventually(async () => (await first.get("/api/auth/me")).status === 401, { what: "the session in the request has ended" });
});

test("a sign-in ends the other codes of the address", async () => {
  await make(admin, "_user", { email: "codes@example.com", role: "editor" });
  const ask = async () => (await site.stack.visitor.post("/api/auth/request", { email: "codes@example.com" })).data.authRequestId;
  const first = await ask();
  const firstCode = await mailedCode(site.stack.smtp, "codes@example.com");
  const second = await ask();
  const secondCode = await mailedCode(site.stack.smtp, "codes@example.com");

  expect((await site.stack.visitor.post("/api/auth/create", { authRequestId: first, code: firstCode })).status).toBe(200);
  expect((await site.stack.visitor.post("/api/auth/create", { authRequestId: second, code: secondCode })).status).toBe(401);
});
