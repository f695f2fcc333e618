import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { startGateway } from "./support/gateway.ts";
import { sendRaw } from "./support/raw.ts";

let gateway: Awaited<ReturnType<typeof startGateway>>;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(() => {
  for (const { seen } of Object.values(gateway.services)) seen.length = 0;
});

const MARKER = "GET /api/marker HTTP/1.1\r\nHost: a\r\n\r\n";
const post = (lines: string, body = "") => `POST /api/article HTTP/1.1\r\nHost: a\r\n${lines}\r\n\r\n${body}`;
const CHUNKED_BODY = "2\r\n{}\r\n0\r\n\r\n";

const SMUGGLED: [name: string, bytes: string][] = [
  ["Content-Length beside Transfer-Encoding", post("Content-Length: 6\r\nTransfer-Encoding: chunked", "0\r\n\r\nG")],
  ["Transfer-Encoding beside Content-Length", post("Transfer-Encoding: chunked\r\nContent-Length: 4", CHUNKED_BODY)],
  ["two Content-Lengths that differ", post("Content-Length: 2\r\nContent-Length: 40", "{}")],
  ["two Content-Lengths alike", post("Content-Length: 2\r\nContent-Length: 2", "{}")],
  ["a list as Content-Length", post("Content-Length: 2, 2", "{}")],
  ["a signed Content-Length", post("Content-Length: +2", "{}")],
  ["a negative Content-Length", post("Content-Length: -2", "{}")],
  ["a Content-Length in hex", post("Content-Length: 0x2", "{}")],
  ["a Content-Length out of range", post("Content-Length: 99999999999999999999999", "{}")],
  ["Transfer-Encoding: xchunked", post("Transfer-Encoding: xchunked", CHUNKED_BODY)],
  ["Transfer-Encoding: chunked, identity", post("Transfer-Encoding: chunked, identity", CHUNKED_BODY)],
  ["Transfer-Encoding: identity", post("Transfer-Encoding: identity", CHUNKED_BODY)],
  ["two Transfer-Encodings", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", CHUNKED_BODY)],
  ["a space before the colon", post("Transfer-Encoding : chunked", CHUNKED_BODY)],
  ["a folded header", post("X-A: 1\r\n folded\r\nContent-Length: 2", "{}")],
  ["a vertical tab in a name", post("Transfer-Encoding\x0b: chunked", CHUNKED_BODY)],
  ["a NUL in a value", post("X-A: a\0b\r\nContent-Length: 2", "{}")],
  ["bare LF line ends", "GET /api/article HTTP/1.1\nHost: a\n\n"],
  ["a bare CR in a value", post("X-A: a\rb\r\nContent-Length: 2", "{}")],
  ["a bare LF after a chunk size", post("Transfer-Encoding: chunked", "2\n{}\r\n0\r\n\r\n")],
  ["a chunk size that is none", post("Transfer-Encoding: chunked", "zz\r\n{}\r\n0\r\n\r\n")],
  ["a chunk longer than it says", post("Transfer-Encoding: chunked", "1\r\n{}\r\n0\r\n\r\n")],
  ["two Hosts", "GET /api/article HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"],
  ["no Host", "GET /api/article HTTP/1.1\r\n\r\n"],
  ["a Host that is none", "GET /api/article HTTP/1.1\r\nHost: a/b@c\r\n\r\n"],
  ["a request line without a version", "GET /api/article\r\nHost: a\r\n\r\n"],
  ["HTTP/9.9", "GET /api/article HTTP/9.9\r\nHost: a\r\n\r\n"],
  ["a method that no one knows", "BREW /api/article HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a space in the target", "GET /api/a b HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["an expectation that no one knows", post("Expect: the-unexpected\r\nContent-Length: 2", "{}")],
];

test.each(SMUGGLED)("400, and the connection is closed: %s", async (_name, bytes) => {
  const answer = await sendRaw(gateway.url, bytes + MARKER);

  expect(answer.status).toBe(400);
  expect(answer.head).toMatch(/connection: close/i);
  expect(answer.head).toMatch(/content-type: application\/json/i);
  expect(JSON.parse(answer.body)).toMatchObject({ error: { code: "VALIDATION_ERROR" } });
  expect(answer.closed).toBe(true);
  expect(answer.all.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  expect(gateway.services.content.seen.filter(({ url }) => url === "/api/marker")).toEqual([]);
});

const DROPPED: [name: string, bytes: string][] = [
  [
    "an h2c upgrade",
    "GET /api/article HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n",
  ],
  [
    "an h2c upgrade with a body",
    post("Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\nContent-Length: 2", "{}"),
  ],
  [
    "a WebSocket upgrade",
    "GET /api/article HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: eA==\r\n\r\n",
  ],
  ["announced trailers", post("TE: trailers\r\nTransfer-Encoding: chunked\r\nTrailer: X-A", "2\r\n{}\r\n0\r\nX-A: 1\r\n\r\n")],
];
test.each(DROPPED)("an unsupported option is ignored and not passed on: %s", async (_name, bytes) => {
  const isUpgrade = bytes.includes("Upgrade: ");
  const answer = await sendRaw(gateway.url, bytes + MARKER, { answers: isUpgrade ? 1 : 2 });

  expect(answer.all.match(/HTTP\/1\.1 \d+/g)).toEqual(isUpgrade ? ["HTTP/1.1 200"] : ["HTTP/1.1 200", "HTTP/1.1 200"]);
  expect(answer.closed).toBe(isUpgrade); // the next request uses its own connection
  const [seen] = gateway.services.content.seen;
  for (const name of ["upgrade", "http2-settings", "trailer", "te", "x-a"]) expect(seen?.headers[name]).toBeUndefined();
});

test.each(["gzip, chunked", "gzip , Chunked", "deflate, gzip, chunked"])(
  "501 for a transfer coding other than chunked: %s",
  async (coding) => {
    const answer = await sendRaw(gateway.url, post(`Transfer-Encoding: ${coding}`, CHUNKED_BODY) + MARKER);

    expect(answer.status).toBe(501);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: "NOT_IMPLEMENTED" } });
    expect(answer.closed).toBe(true);
    expect(gateway.services.content.seen).toEqual([]);
  },
);

test.each(["TRACE", "PROPFIND", "LINK", "PURGE"])("405 with Allow, never proxied: %s", async (method) => {
  const answer = await sendRaw(gateway.url, `${method} /api/article HTTP/1.1\r\nHost: a\r\n\r\n${MARKER}`);

  expect(answer.status).toBe(405);
  expect(answer.head).toMatch(/allow: DELETE, GET, HEAD/i);
  expect(JSON.parse(answer.body)).toMatchObject({ error: { code: "METHOD_NOT_ALLOWED" } });
  expect(gateway.services.content.seen).toEqual([]);
});

test("405 for CONNECT", async () => {
  const answer = await sendRaw(gateway.url, "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n");

  expect(answer.status).toBe(405);
  expect(JSON.parse(answer.body)).toMatchObject({ error: { code: "METHOD_NOT_ALLOWED" } });
});

test("chunk extensions and unannounced trailers are not passed on", async () => {
  const answer = await sendRaw(gateway.url, post("Transfer-Encoding: chunked", "2;evil=1\r\n{}\r\n0\r\nX-Cms-Identity: EVIL\r\n\r\n"));

  expect(answer.status).toBe(200);
  const [seen] = gateway.services.content.seen;
  expect(seen?.bodyBytes).toBe(2);
  expect(JSON.stringify(seen)).not.toContain("evil");
});

const HEADERS: [name: string, lines: string][] = [
  ["a header of 20 KB", `X-A: ${"a".repeat(20_000)}\r\n`],
  ["2,000 headers", "a:b\r\n".repeat(2000)],
  ["101 headers", Array.from({ length: 101 }, (_, i) => `x-${i}: 1\r\n`).join("")],
];
test.each(HEADERS)("431 in JSON: %s", async (_name, lines) => {
  const answer = await sendRaw(gateway.url, `GET /api/article HTTP/1.1\r\nHost: a\r\n${lines}\r\n`);

  expect(answer.status).toBe(431);
  expect(JSON.parse(answer.body)).toMatchObject({ error: { code: "HEADERS_TOO_LARGE" } });
  expect(gateway.services.content.seen).toEqual([]);
});

test("431 in JSON: a URL of 20 KB", async () => {
  const answer = await sendRaw(gateway.url, `GET /api/article?q=${"a".repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`);

  expect(answer.status).toBe(431);
  expect(JSON.parse(answer.body)).toMatchObject({ error: { code: "HEADERS_TOO_LARGE" } });
});

test("requests pipelined on one connection are answered in order", async () => {
  const one = (n: number) => `GET /api/n${n} HTTP/1.1\r\nHost: a\r\n\r\n`;

  const answer = await sendRaw(gateway.url, one(1) + one(2) + one(3), { answers: 3 });

  expect(answer.all.match(/HTTP\/1\.1 200/g)).toHaveLength(3);
  expect(gateway.services.content.seen.map(({ url }) => url)).toEqual(["/api/n1", "/api/n2", "/api/n3"]);
});
