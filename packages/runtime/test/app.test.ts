import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { AppError, invalid } from "@colophon/model/errors";
import { eventually } from "../../../tests/support/eventually.ts";
import {
  principalOf,
  clientAddressOf,
  identityOf,
  isHttps,
  readJson,
  requestIdOf,
  route,
  searchOf,
  sendJson,
  type Identity,
} from "../src/index.ts";
import { editor, signer, startService } from "./support/service.ts";

let service: Awaited<ReturnType<typeof startService>>;
beforeAll(async () => {
  service = await startService(
    (router) => {
      router.get("/api/who", (request, response) => {
        const facts = {
          principal: principalOf(request),
          id: requestIdOf(request),
          client: clientAddressOf(request),
          https: isHttps(request),
          search: searchOf(request),
        };
        sendJson(request, response, { body: JSON.stringify(facts) });
      });
      router.get("/api/fail/:how", (request, response) => {
        if (request.params.how === "invalid") throw invalid([{ field: "a.b", message: "is bad" }]);
        if (request.params.how === "unavailable")
          throw new AppError("SERVICE_UNAVAILABLE", undefined, { cause: new Error("secret cause") });
        if (request.params.how === "late") response.writeHead(200, { "content-length": 100 }).write("x");
        throw new Error("secret text /etc/passwd");
      });
      router.post("/api/json", async (request, response) => sendJson(request, response, { body: JSON.stringify(await readJson(request)) }));
      router.post("/api/raw", async (request) => {
        for await (const _piece of request); // throws Node's own error if the body ends early
      });
      router.post("/api/item", async () => Promise.reject(new Error("rejected")));
      router.get("/api/item", (request, response) => sendJson(request, response, { body: "{}" }));
      router.post("/internal/ask", (request, response) => sendJson(request, response, { body: JSON.stringify(identityOf(request)) }));
      route(
        router,
        "/api/:entity",
        {
          GET: (request, response) => sendJson(request, response, { body: '"got"' }),
          PUT: (request, response) => sendJson(request, response, { body: '"put"' }),
          POST: (request, response) => sendJson(request, response, { status: 201, body: "1" }),
        },
        (request) => {
          if (request.params.entity === "nowhere") throw new AppError("NOT_FOUND");
          return request.params.entity === "settings" ? ["GET", "PUT"] : undefined;
        },
      );
    },
    { trustInternal: true },
  );
});
afterAll(() => service.stop());

const gateway: Identity = { kind: "gateway", credentialId: null, userId: null, role: "", expiresAt: null };

describe("identity", () => {
  test.each([
    ["behind", -3_600, "ahead"],
    ["ahead of", 3_600, "behind"],
  ])("503 from a process whose clock is %s the gateway's, with a line in the log and a count", async (_where, seconds, gatewayClock) => {
    const stepped = await startService((router) => router.get("/api/who", (_request, response) => void response.end("ok")), {
      now: () => Date.now() + seconds * 1_000,
    });

    const answers = await Promise.all([stepped.ask("/api/who"), stepped.ask("/api/who"), stepped.ask("/api/who", { identity: null })]);
    const counted = (await stepped.metrics.text()).split("\n").filter((line) => line.startsWith("clock_refusals_total"));
    await stepped.stop();

    expect(answers.map(({ status }) => status)).toEqual([503, 503, 401]);
    expect(stepped.lines.filter((line) => line.includes("NTP"))).toHaveLength(1);
    expect(counted).toEqual([expect.stringMatching(new RegExp(`gateway_clock="${gatewayClock}".* 2$`))]);
  });

  test("401 in the error shape without a token, with a foreign one, and with two", async () => {
    const bad = [undefined, "", "a.b.c", "x, y"];
    for (const token of bad) {
      const answer = await service.ask("/api/who", { identity: null, headers: token === undefined ? {} : { "x-cms-identity": token } });
      expect(answer.status).toBe(401);
      expect(await answer.json()).toEqual({ error: { code: "UNAUTHORIZED", message: expect.any(String) } });
    }
    expect((await service.ask("/no/such/path", { identity: null })).status).toBe(401);
  });

  test.each<[Identity, unknown]>([
    [editor, { kind: "user", role: "editor", userId: "u1", confirmed: false }],
    [
      { ...editor, confirmedUntil: new Date(Date.now() + 60_000).toISOString() },
      { kind: "user", role: "editor", userId: "u1", confirmed: true },
    ],
    [
      { ...editor, confirmedUntil: new Date(Date.now() - 1).toISOString() },
      { kind: "user", role: "editor", userId: "u1", confirmed: false },
    ],
    [
      { kind: "key", credentialId: "k1", userId: null, role: "reader", expiresAt: null },
      { kind: "key", role: "reader", keyId: "k1" },
    ],
    [
      { kind: "anonymous", credentialId: null, userId: null, role: "visitor", expiresAt: null },
      { kind: "anonymous", role: "visitor" },
    ],
  ])("the principal of $kind", async (identity, principal) => {
    const answer = await service.ask("/api/who?a=1", {
      identity,
      headers: { "x-request-id": "r1", "x-cms-client": "1.2.3.4", "x-cms-scheme": "https" },
    });

    expect(await answer.json()).toEqual({ principal, id: "r1", client: "1.2.3.4", https: true, search: "?a=1" });
  });

  test("only the gateway may call /internal, and it may call nothing else with its own token", async () => {
    expect((await service.ask("/internal/ask", { method: "POST", identity: gateway })).status).toBe(200);
    expect((await service.ask("/internal/ask", { method: "POST" })).status).toBe(401);
    expect((await service.ask("/api/who", { identity: gateway })).status).toBe(401);
  });

  test("a service without /internal accepts no request with the gateway's own token", async () => {
    const other = await startService((router) =>
      router.get("/internal/x", (request, response) => sendJson(request, response, { body: "1" })),
    );

    expect((await other.ask("/internal/x", { identity: gateway })).status).toBe(401);
    await other.stop();
  });
});

describe("errors", () => {
  test("an expected error is returned with its details", async () => {
    const answer = await service.ask("/api/fail/invalid");

    expect(answer.status).toBe(400);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("x-powered-by")).toBeNull();
    expect(await answer.json()).toEqual({
      error: { code: "VALIDATION_ERROR", message: "is bad", details: [{ field: "a.b", message: "is bad" }] },
    });
  });

  test("503 has Retry-After", async () => {
    const answer = await service.ask("/api/fail/unavailable");

    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await answer.text()).not.toContain("secret");
  });

  test("a bug is a 500 without its text, which is logged with its stack", async () => {
    const answers = [await service.ask("/api/fail/bug"), await service.ask("/api/item", { method: "POST" })];

    for (const answer of answers) {
      expect(answer.status).toBe(500);
      expect(await answer.json()).toEqual({ error: { code: "INTERNAL_ERROR", message: "Internal error" } });
    }
    expect(service.lines.join("\n")).toContain("secret text /etc/passwd");
  });

  test.each(["/api/json", "/api/raw"])("an aborted body is not an error: 499, and no stack in the log (%s)", async (path) => {
    const { hostname, port } = new URL(service.url);
    const id = `broken-off${path.replaceAll("/", "-")}`;
    const lines = [`POST ${path} HTTP/1.1`, "Host: a", `x-cms-identity: ${signer.sign(editor)}`, `x-request-id: ${id}`];
    const head = [...lines, "Content-Type: application/json", "Content-Length: 100", "", ""].join("\r\n");
    const received = once(service.server, "request");
    const socket = connect(Number(port), hostname, () => void socket.write(`${head}{"a`));
    await received;
    socket.resetAndDestroy();
    await eventually(() => service.lines.some((line) => line.includes(id)));

    const logged = service.lines.filter((line) => line.includes(id)).map((line) => JSON.parse(line));
    expect(logged).toEqual([expect.objectContaining({ level: "info", msg: "request", status: 499 })]);
  });

  test("an error after the answer has started closes the connection", async () => {
    const read = service.ask("/api/fail/late").then((answer) => answer.text());

    await expect(read).rejects.toThrow(/fetch failed|terminated/);
  });

  test("an error of HEAD has no body", async () => {
    const answer = await service.ask("/api/fail/invalid", { method: "HEAD" });

    expect([answer.status, await answer.text()]).toEqual([400, ""]);
  });
});

describe("routing", () => {
  test.each([
    ["GET", "/api/a/b/c", 404, null],
    ["GET", "/api/who/", 404, null],
    ["GET", "/API/who", 404, null],
    ["DELETE", "/api/fail/x", 405, "GET, HEAD"],
    ["GET", "/api/%zz", 400, null],
    ["DELETE", "/api/article", 405, "GET, HEAD, PATCH, POST, PUT"],
    ["DELETE", "/api/nowhere", 404, null],
    ["POST", "/api/settings", 405, "GET, HEAD, PATCH, PUT"],
    ["POST", "/api/article", 201, null],
    ["PATCH", "/api/settings", 200, null],
    ["HEAD", "/api/settings", 200, null],
  ])("%s %s is %i, Allow %s", async (method, path, status, allow) => {
    const answer = await service.ask(path, { method });

    expect([answer.status, answer.headers.get("allow")]).toEqual([status, allow]);
  });

  test("PATCH is answered like PUT", async () => {
    expect(await (await service.ask("/api/article", { method: "PATCH" })).json()).toBe("put");
  });
});

test("each request is one short log line, without query or headers, and counted by route", async () => {
  await service.ask("/api/who?token=hunter2", { headers: { "x-request-id": "log-me", authorization: "Bearer hunter3" } });

  const line = JSON.parse(await eventually(() => service.lines.find((text) => text.includes("log-me"))));
  expect(line).toEqual({
    level: "info",
    time: expect.any(String),
    name: "test",
    requestId: "log-me",
    method: "GET",
    path: "/api/who",
    status: 200,
    ms: expect.any(Number),
    msg: "request",
  });
  expect(service.lines.join("\n")).not.toMatch(/hunter|x-cms-identity/);
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  expect(metrics.split("\n").find((text) => text.includes("_seconds_count") && text.includes('route="/api/who"'))).toContain(
    'service="test"',
  );
  expect(metrics).toContain("nodejs_eventloop_lag_seconds");
});
