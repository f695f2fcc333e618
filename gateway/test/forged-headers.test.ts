import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { addSession, identityIn, startGateway } from "./support/gateway.ts";
import { sendRaw } from "./support/raw.ts";

let gateway: Awaited<ReturnType<typeof startGateway>>;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.services.content.seen.length = 0;
});

const FORGED = "f874e23a.e30.AAAA-EVIL-ADMIN";
const NAMES = ["X-Cms-Identity", "x-cms-identity", "X-CMS-IDENTITY", "X_Cms_Identity", "x_cms_identity", "X-Cms_Identity"];
const EXTRAS = ["", "Expect: 100-continue\r\n", "Connection: close, x-cms-identity\r\n", `x-cms-identity: ${FORGED}\r\n`];
const variants = NAMES.flatMap((name) => EXTRAS.map((extra) => ({ name, extra: extra.trim(), lines: `${name}: ${FORGED}\r\n${extra}` })));

test.each(variants)("a forged identity is ignored: $name with [$extra]", async ({ lines }) => {
  const answer = await sendRaw(gateway.url, `POST /api/article HTTP/1.1\r\nHost: a\r\n${lines}Content-Length: 2\r\n\r\n{}`);

  expect(answer.all).toContain("HTTP/1.1 200 OK");
  expect(gateway.services.content.seen).toHaveLength(1);
  const [seen] = gateway.services.content.seen;
  expect(JSON.stringify(seen)).not.toContain("EVIL");
  expect(identityIn(seen!)).toMatchObject({ kind: "anonymous", role: "visitor" });
  expect(seen!.bodyBytes).toBe(2);
});

test("a service gets no credentials, no hop-by-hop headers, and no internal headers from a caller", async () => {
  const cookie = addSession(gateway.services.auth);
  const lines = [
    `Cookie: cms_session=${cookie}; other=1`,
    "TE: trailers",
    "Proxy-Authorization: Basic x",
    "Proxy-Connection: keep-alive",
    "Forwarded: for=6.6.6.6",
    "X-Forwarded-For: 6.6.6.6",
    "X-Forwarded-Host: evil",
    "X-Forwarded-Proto: https",
    "X-HTTP-Method-Override: DELETE",
    "X-HTTP-Method: DELETE",
    "X-Original-URL: /api/_user",
    "X-Cms-Client: 6.6.6.6",
    "X-Cms-Scheme: https",
    "Keep-Alive: timeout=99",
    "__proto__: x",
    "constructor: y",
    "X-Mine: kept",
  ];

  await sendRaw(gateway.url, `GET /api/article HTTP/1.1\r\nHost: a\r\n${lines.join("\r\n")}\r\n\r\n`);

  const { headers } = gateway.services.content.seen[0]!;
  const { "x-cms-identity": identity, "x-request-id": id, ...rest } = headers;
  expect(rest).toEqual({
    host: "a",
    "x-mine": "kept",
    "x-cms-client": "127.0.0.1",
    "x-cms-scheme": "http",
    connection: "keep-alive",
    constructor: "y",
  });
  expect(identity).toBeDefined();
  expect(id).toMatch(/^[\da-f-]{36}$/);
});

test("a caller's request id is kept if it is well-formed, and replaced otherwise", async () => {
  const kept = await fetch(`${gateway.url}/api/article`, { headers: { "x-request-id": "my.id-1_2" } });
  const replaced = await fetch(`${gateway.url}/api/article`, { headers: { "x-request-id": "a b" } });

  expect(kept.headers.get("x-request-id")).toBe("my.id-1_2");
  expect(replaced.headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
  expect(gateway.services.content.seen.map(({ headers }) => headers["x-request-id"])).toEqual([
    "my.id-1_2",
    replaced.headers.get("x-request-id"),
  ]);
});

test("hop-by-hop headers of a service's answer end at the gateway, and its Vary is kept", async () => {
  gateway.services.content.behave((_request, response) => {
    response.writeHead(200, {
      connection: "X-Secret-Hop",
      "keep-alive": "timeout=65",
      "x-secret-hop": "1",
      "x-cms-debug": "1",
      "proxy-authenticate": "x",
      vary: "Accept",
      "set-cookie": ["a=1", "b=2"],
      "x-kept": "2",
    });
    response.end("hello");
  });

  const answer = await fetch(`${gateway.url}/api/article`);
  gateway.services.content.behave(null);

  expect(await answer.text()).toBe("hello");
  const names = [...answer.headers.keys()];
  for (const name of ["x-secret-hop", "x-cms-debug", "proxy-authenticate"]) expect(names).not.toContain(name);
  expect(answer.headers.get("keep-alive")).not.toBe("timeout=65");
  expect(answer.headers.get("vary")).toBe("Origin, Accept");
  expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(answer.headers.get("x-kept")).toBe("2");
});

test("HEAD answers as GET without a body", async () => {
  const get = await fetch(`${gateway.url}/api/article`, { headers: { "x-request-id": "same" } });
  const head = await fetch(`${gateway.url}/api/article`, { method: "HEAD", headers: { "x-request-id": "same" } });

  expect(head.status).toBe(200);
  expect(head.headers.get("etag")).toBe(get.headers.get("etag"));
  expect(Number(head.headers.get("content-length"))).toBeGreaterThan(100);
  expect(await head.text()).toBe("");
});

test("a POST without a body arrives as one without a body", async () => {
  await sendRaw(gateway.url, "POST /api/article/1/publish HTTP/1.1\r\nHost: a\r\n\r\n");

  const { headers } = gateway.services.content.seen[0]!;
  expect(headers["content-length"]).toBe("0");
  expect(headers["transfer-encoding"]).toBeUndefined();
});
