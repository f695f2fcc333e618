import { createSigner } from "@colophon/runtime";
import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { ANONYMOUS, newAddress, startAuth, type TestAuth } from "./support.ts";

let auth: TestAuth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

describe("requesting a code", () => {
  test("the answer is a request id and an expiry in ten minutes", async () => {
    const askedAt = Date.now();
    const { status, body } = await auth.call("POST", "/api/auth/request", { body: { email: newAddress() } });
    const answeredAt = Date.now();

    expect(status).toBe(200);
    expect(Object.keys(body.data).toSorted()).toEqual(["authRequestId", "expiresAt"]);
    const requestedAt = Date.parse(body.data.expiresAt) - 10 * 60_000;
    expect(requestedAt).toBeGreaterThanOrEqual(askedAt);
    expect(requestedAt).toBeLessThanOrEqual(answeredAt);
  });

  test("the answer and the stored data are the same for known and unknown addresses", async () => {
    const known = newAddress();
    const unknown = newAddress();
    await auth.addUser(known);

    const answers = [
      await auth.call("POST", "/api/auth/request", { body: { email: known } }),
      await auth.call("POST", "/api/auth/request", { body: { email: unknown } }),
    ];

    const shapes = answers.map(({ status, headers, body }) => {
      const names = [...headers.keys()].toSorted();
      return { status, names, length: headers.get("content-length"), keys: Object.keys(body.data) };
    });
    expect(shapes[0]).toEqual(shapes[1]);
    const rows = await auth.sql<{ n: string }>(
      "select count(*) as n from cms.login_requests where email = any($1) and code_hmac is null and attempts = 0",
      [[known, unknown]],
    );
    expect(rows[0]?.n).toBe("2");
  });

  test("a request, and five wrong codes, execute the same statements for known and unknown addresses", async () => {
    const [known, unknown] = [newAddress(), newAddress()];
    await auth.addUser(known);
    const executed = async (work: () => Promise<unknown>) => {
      auth.statements.length = 0;
      await work();
      return [...auth.statements];
    };
    const ids: string[] = [];
    const request = async (email: string) => {
      const { body } = await auth.call("POST", "/api/auth/request", { body: { email } });
      ids.push(body.data["authRequestId"]);
    };
    const guess = (authRequestId: string | undefined) => () => auth.call("POST", "/api/auth/create", { body: { authRequestId, code: "" } });

    const requests = [await executed(() => request(known)), await executed(() => request(unknown))];
    for (const authRequestId of ids) await auth.sendCode({ requestId: authRequestId });
    const guesses: string[][][] = [[], []];
    for (let times = 0; times < 7; times++) for (const at of [0, 1]) guesses[at]?.push(await executed(guess(ids[at])));

    expect(requests[0]).toEqual(requests[1]);
    expect(requests[0]).not.toEqual([]);
    expect(guesses[0]).toEqual(guesses[1]);
    expect(guesses[0]?.[0]).not.toEqual([]);
  });

  test("the job contains only the request's id", async () => {
    const email = newAddress();
    const authRequestId = await auth.ask(email);

    const jobs = await auth.sql<{ payload: string; queue: string }>(
      "select payload, queue from cms.outbox where payload->>'requestId' = $1",
      [authRequestId],
    );

    expect(jobs).toHaveLength(1);
    expect(JSON.parse(jobs[0]?.payload ?? "")).toEqual({ requestId: authRequestId, attempt: 0 });
  });

  test("an address is case-insensitive", async () => {
    const email = newAddress();
    await auth.addUser(email);

    await auth.codeFor(email.toUpperCase());

    expect(auth.mails.at(-1)?.to).toBe(email);
  });

  test.each([
    ["is missing", {}],
    ["is null", { email: null }],
    ["is a number", { email: 7 }],
    ["is a list", { email: ["ada@example.org"] }],
    ["is an object", { email: { address: "ada@example.org" } }],
    ["is empty", { email: "" }],
    ["has no host", { email: "ada" }],
    ["has a display name", { email: "Ada <ada@example.org>" }],
    ["is two addresses", { email: "ada@example.org, eve@example.net" }],
    ["has a line break", { email: "ada@example.org\r\nBcc: eve@example.net" }],
    ["has a NUL", { email: "ada\0@example.org" }],
    ["has half a character", { email: "ada\ud800@example.org" }],
    ["has a space", { email: "ada @example.org" }],
    ["is too long", { email: `${"a".repeat(64)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(20)}.org` }],
  ])("an address that %s is refused with its field's name", async (_what, body) => {
    const { status, body: answered } = await auth.call("POST", "/api/auth/request", { body });

    expect(status).toBe(400);
    expect(answered.error).toMatchObject({ code: "VALIDATION_ERROR", details: [{ field: "email" }] });
  });

  test.each([["[]"], ["null"], ['"text"'], ["{"], ["\u00ff"]])("a body that is not a JSON object is refused: %s", async (body) => {
    const { status } = await auth.call("POST", "/api/auth/request", { body });

    expect(status).toBe(400);
  });

  test("another content type is refused", async () => {
    const { status } = await auth.call("POST", "/api/auth/request", {
      body: "email=ada",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });

    expect(status).toBe(415);
  });
});

describe("trust", () => {
  test("without the gateway's token, or with a foreign one, every route is 401", async () => {
    const foreign = createSigner(generateKeyPairSync("ed25519").privateKey);
    for (const token of ["", "x.y.z", foreign.sign(ANONYMOUS)]) {
      const response = await fetch(`${auth.url}/api/auth/request`, { method: "POST", headers: { "x-cms-identity": token }, body: "{}" });
      expect(response.status).toBe(401);
    }
  });

  test("only the gateway may look up a credential", async () => {
    const { status } = await auth.call("POST", "/internal/identify", { body: { kind: "session", hash: "0".repeat(64) } });

    expect(status).toBe(401);
  });

  test.each([
    ["GET", "/api/auth/request", 405],
    ["GET", "/api/auth/create", 405],
    ["GET", "/api/auth/logout", 405],
    ["POST", "/api/auth/me", 405],
    ["GET", "/api/auth/refresh", 405],
    ["PUT", "/api/_api-keys", 405],
    ["GET", "/api/auth", 404],
    ["GET", "/api/auth/nothing", 404],
    ["POST", "/api/auth/request/", 404],
  ])("%s %s is %i, in the format of errors and with Cache-Control: no-store", async (method, path, expected) => {
    const { status, headers, body } = await auth.call(method, path);

    expect(status).toBe(expected);
    expect(body.error.message).toEqual(expect.any(String));
    expect(headers.get("cache-control")).toBe("no-store");
    if (expected === 405) expect(headers.get("allow")).toEqual(expect.any(String));
  });
});
