import { beforeAll, expect, test } from "@jest/globals";
import type { Client } from "../support/http/client.ts";
import { eventually } from "../support/eventually.ts";
import { ADMIN, mailedCode } from "../support/stack/stack.ts";
import { make, NOBODY, refusal, useSite } from "./site.ts";

const site = useSite();
let admin: Client, visitor: Client;
beforeAll(() => {
  ({ admin, visitor } = site.stack);
});

async function user(email: string, role = "editor"): Promise<string> {
  return (await make(admin, "_user", { email, role })).id;
}

async function request(email: string): Promise<string> {
  return (await visitor.post("/api/auth/request", { email })).data.authRequestId;
}

test("a request has the same answer for an address with a user and one without", async () => {
  const known = await visitor.post("/api/auth/request", { email: ADMIN });
  const unknown = await visitor.post("/api/auth/request", { email: "nobody@example.com" });
  await mailedCode(site.stack.smtp, ADMIN);

  for (const answer of [known, unknown]) {
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ data: { authRequestId: expect.any(String), expiresAt: expect.stringMatching(/Z$/) } });
  }
  expect(unknown.text).toHaveLength(known.text.length);
  expect([...unknown.headers.keys()].toSorted()).toEqual([...known.headers.keys()].toSorted());
  expect(site.stack.smtp.mails.flatMap(({ to }) => to)).not.toContain("nobody@example.com");
});

test.each([
  [""],
  ["no-at"],
  ["a@b"],
  ["a b@example.com"],
  ["a@example.com, b@example.com"],
  ["a@example.com\r\nBcc: x@y.z"],
  ["<a@example.com>"],
  [["a@example.com"]],
  [{ a: 1 }],
  [null],
  [undefined],
  [1],
])("the address %j is refused", async (email) => {
  expect(refusal(await visitor.post("/api/auth/request", { email }))).toEqual({ status: 400, code: "VALIDATION_ERROR", fields: ["email"] });
});

test("the mailed code signs in: user, cookie and its attributes", async () => {
  const id = await user("ada@example.com");
  const authRequestId = await request("ADA@example.com");
  const code = await mailedCode(site.stack.smtp, "ada@example.com");

  const answer = await visitor.post("/api/auth/create", { authRequestId, code });

  expect(code).toMatch(/^\d{6}$/);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ data: { user: { id, email: "ada@example.com", name: "ada", role: "editor" } } });
  const cookie = answer.headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(/^cms_session=[\w-]{43,};/);
  for (const mark of ["HttpOnly", "SameSite=Lax", "Path=/"]) expect(cookie).toContain(mark);
  expect(cookie).not.toContain("Secure");
  expect(answer.headers.get("cache-control")).toBe("no-store");
});

test("the mail's text contains the code in one piece, no other number of six digits, and no link to other sites", async () => {
  await user("mail@example.com");
  await request("mail@example.com");
  const code = await mailedCode(site.stack.smtp, "mail@example.com");

  const mail = site.stack.smtp.mails.find(({ to }) => to.includes("mail@example.com"));

  expect(mail?.to).toEqual(["mail@example.com"]);
  expect(mail?.raw).toContain(code);
  expect(mail?.parsed.text?.match(/\d{6}/g)).toEqual([code]);
  expect(mail?.parsed.html).toContain(code);
});

test("a code works once: of twenty simultaneous uses one succeeds", async () => {
  await user("race@example.com");
  const authRequestId = await request("race@example.com");
  const code = await mailedCode(site.stack.smtp, "race@example.com");

  const answers = await Promise.all(Array.from({ length: 20 }, () => visitor.post("/api/auth/create", { authRequestId, code })));

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(19);
});

test("after five wrong codes the right one is refused as well, with the same message", async () => {
  await user("guess@example.com");
  const authRequestId = await request("guess@example.com");
  const code = await mailedCode(site.stack.smtp, "guess@example.com");
  const wrong = code === "000000" ? "111111" : "000000";

  const guesses = await Promise.all(Array.from({ length: 5 }, () => visitor.post("/api/auth/create", { authRequestId, code: wrong })));
  const right = await visitor.post("/api/auth/create", { authRequestId, code });

  expect(guesses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
  expect(refusal(right)).toMatchObject({ status: 401, code: "UNAUTHORIZED" });
  expect(right.text).toBe(guesses[0]?.text);
});

test.each([
  [{ authRequestId: NOBODY, code: "000000" }, 401],
  [{ authRequestId: "anything", code: "x" }, 401],
  [{ authRequestId: "", code: "" }, 401],
  [{ authRequestId: NOBODY }, 400],
  [{ code: "000000" }, 400],
  [{ authRequestId: 1, code: 2 }, 400],
  [{}, 400],
])("a sign-in with %j is %i", async (body, status) => {
  expect((await visitor.post("/api/auth/create", body)).status).toBe(status);
});

test("an address gets three mails in fifteen minutes, and the answer stays 200", async () => {
  await user("flood@example.com");
  for (let i = 0; i < 5; i++) expect((await visitor.post("/api/auth/request", { email: "flood@example.com" })).status).toBe(200);
  for (let i = 0; i < 3; i++) await mailedCode(site.stack.smtp, "flood@example.com");
  await user("after@example.com");
  await request("after@example.com");
  await mailedCode(site.stack.smtp, "after@example.com");

  expect(site.stack.smtp.mails.filter(({ to }) => to.includes("flood@example.com"))).toHaveLength(3);
});

test("`me` returns the caller; without a session it is 401, even with a public role", async () => {
  const me = await admin.get("/api/auth/me");

  expect(me.body).toEqual({
    data: {
      user: { id: expect.any(String), email: ADMIN, name: "admin", role: "admin" },
      role: "admin",
      isAdmin: true,
      expiresAt: expect.any(String),
      confirmedUntil: expect.any(String),
    },
  });
  expect(refusal(await visitor.get("/api/auth/me"))).toMatchObject({ status: 401, code: "UNAUTHORIZED" });
  expect((await visitor.post("/api/auth/refresh")).status).toBe(401);
});

test("refresh extends the session and sets the cookie again", async () => {
  const answer = await admin.post("/api/auth/refresh");

  expect(answer.status).toBe(200);
  expect(answer.data).toEqual({ user: expect.objectContaining({ email: ADMIN }), expiresAt: expect.any(String) });
  expect(answer.headers.get("set-cookie")).toContain("cms_session=");
});

test("logout ends the session on the server, clears the cookie, and succeeds without a session too", async () => {
  await user("leaving@example.com");
  const leaving = await site.stack.signIn("leaving@example.com");

  const answer = await leaving.post("/api/auth/logout");

  expect([answer.status, answer.body]).toEqual([200, { data: { success: true } }]);
  expect(answer.headers.get("set-cookie")).toMatch(/^cms_session=;.*(Max-Age=0|1970)/);
  expect(refusal(await leaving.get("/api/auth/me"))).toMatchObject({ status: 401 });
  expect((await visitor.post("/api/auth/logout")).status).toBe(200);
  expect((await leaving.post("/api/auth/logout")).status).toBe(200);
});

test("an ended session is 401 on all routes that are not public, and the answer clears the cookie", async () => {
  const dead = visitor.with({ cookie: "cms_session=Zm9yZ2VkZm9yZ2VkZm9yZ2VkZm9yZ2VkZm9yZ2VkZm9yZ2Vk" });

  const answer = await dead.get("/api/tag");

  expect(answer.status).toBe(401);
  expect(answer.headers.get("set-cookie")).toMatch(/^cms_session=;/);
  expect((await dead.get("/api/health")).status).toBe(200);
  expect((await dead.post("/api/auth/request", { email: "nobody@example.com" })).status).toBe(200);
});

test("two session cookies in one request are 401", async () => {
  const { cookie } = await session("two@example.com");

  expect((await visitor.with({ cookie: `${cookie}; ${cookie}` }).get("/api/auth/me")).status).toBe(401);
});

test("sessions can be listed and ended, one by one or all together", async () => {
  await user("many@example.com");
  const [first, second] = [await site.stack.signIn("many@example.com"), await site.stack.signIn("many@example.com")];

  const { data } = await first.get("/api/auth/sessions");
  const other = data.find((candidate: { current?: boolean }) => candidate.current !== true);
  const ended = await first.delete(`/api/auth/sessions/${other.id}`);

  expect(data).toHaveLength(2);
  expect(ended.status).toBe(200);
  expect((await second.get("/api/auth/me")).status).toBe(401);
  expect((await first.post("/api/auth/logout?all=true")).status).toBe(200);
  expect((await first.get("/api/auth/me")).status).toBe(401);
});

test("a change of role, and a deletion, apply to open sessions", async () => {
  const id = await user("moved@example.com", "editor");
  const moved = await site.stack.signIn("moved@example.com");
  expect((await moved.get("/api/secret")).status).toBe(200);

  await admin.put(`/api/_user/${id}`, { role: "writer" });
  await eventually(async () => (await moved.get("/api/secret")).status === 403, { what: "the session has the new role" });

  await admin.delete(`/api/_user/${id}`);
  await eventually(async () => (await moved.get("/api/auth/me")).status === 401, { what: "the session has ended" });
});

test("a change of address ends the user's sessions", async () => {
  const id = await user("old@example.com");
  const old = await site.stack.signIn("old@example.com");

  expect((await admin.put(`/api/_user/${id}`, { email: "new@example.com" })).status).toBe(200);
  await eventually(async () => (await old.get("/api/auth/me")).status === 401, { what: "the session has ended" });
});

test("a user's address is unique regardless of case, and the role must exist", async () => {
  await user("unique@example.com");

  expect((await admin.post("/api/_user", { email: "UNIQUE@example.com", role: "editor" })).status).toBe(409);
  expect(refusal(await admin.post("/api/_user", { email: "x@example.com", role: "emperor" }))).toEqual({
    status: 400,
    code: "VALIDATION_ERROR",
    fields: ["role"],
  });
});

test("the last admin can be neither deleted nor demoted", async () => {
  const { id } = (await admin.get("/api/auth/me")).data.user;

  expect(refusal(await admin.delete(`/api/_user/${id}`))).toMatchObject({ status: 409, code: "CONFLICT" });
  expect(refusal(await admin.put(`/api/_user/${id}`, { role: "editor" }))).toMatchObject({ status: 409, code: "CONFLICT" });
});

test("no process prints a code, and no answer contains a secret", async () => {
  const authRequestId = await request(ADMIN);
  const code = await mailedCode(site.stack.smtp, ADMIN);

  expect(await site.stack.printed()).not.toContain(code);
  expect((await admin.get("/api/_user")).text).not.toMatch(/code|hash/i);
  expect(authRequestId).not.toContain(code);
});

async function session(email: string): Promise<{ cookie: string }> {
  await user(email);
  const authRequestId = await request(email);
  const code = await mailedCode(site.stack.smtp, email);
  const answer = await visitor.post("/api/auth/create", { authRequestId, code });
  return { cookie: String(/cms_session=[^;]+/.exec(answer.headers.get("set-cookie") ?? "")?.[0]) };
}
