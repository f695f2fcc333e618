import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { maxBodyBytes } from "@colophon/api";
import { eventually } from "../../tests/support/eventually.ts";
import { startGateway } from "./support/gateway.ts";
import { sendRaw } from "./support/raw.ts";

const MEGABYTE = 1024 * 1024;
/** The limit of an upload's body: of the file, and what a form adds to it. */
const UPLOAD_BYTES = maxBodyBytes({ body: "upload" }, 20 * MEGABYTE);
let gateway: Awaited<ReturnType<typeof startGateway>>;
beforeAll(async () => {
  gateway = await startGateway({ env: { MAX_UPLOAD_BYTES: 20 * MEGABYTE } });
});
afterAll(() => gateway.stop());
beforeEach(() => {
  for (const { seen } of Object.values(gateway.services)) seen.length = 0;
});
afterEach(() => {
  for (const service of Object.values(gateway.services)) service.behave(null);
});

const head = (path: string, ...lines: string[]): string =>
  ["POST " + path + " HTTP/1.1", "Host: a", "Content-Type: application/json", ...lines, "", ""].join("\r\n");
/** A connection that the test continues to write to: its first answer, and its end. */
function open(bytes: string | Buffer) {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  const written = new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
  socket.on("error", () => undefined);
  const answered = new Promise<string>((resolve) => socket.once("data", (data) => resolve(data.toString())));
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  return { socket, written, answered, closed };
}
const post = (path: string, body: string | Buffer | ReadableStream) => fetch(gateway.url + path, { method: "POST", body, duplex: "half" });

test("a body of exactly the limit is accepted, and streamed", async () => {
  const answer = await post("/api/article", "x".repeat(MEGABYTE));

  expect(answer.status).toBe(200);
  expect(gateway.services.content.seen[0]?.bodyBytes).toBe(MEGABYTE);
});

test("a Content-Length over the limit is 413 at once, before the body is read", async () => {
  const answer = await sendRaw(gateway.url, head("/api/article", "Content-Length: 104857600"));

  expect(answer.status).toBe(413);
  expect(answer.head).toMatch(/connection: close/i);
  expect(JSON.parse(answer.body)).toEqual({ error: { code: "PAYLOAD_TOO_LARGE", message: expect.any(String) } });
  expect(gateway.services.content.seen).toEqual([]);
});

test("a caller who is still sending sees the 413, and the connection is closed when everything has arrived", async () => {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  let answer = "";
  const closed = new Promise((resolve) => socket.on("close", resolve));
  socket.on("data", (chunk) => (answer += chunk.toString()));
  socket.on("error", () => undefined);
  const send = (bytes: number) => new Promise((resolve) => socket.write(Buffer.alloc(bytes), resolve));

  socket.write(head("/api/article", `Content-Length: ${4 * MEGABYTE}`));
  await eventually(() => answer.includes('"PAYLOAD_TOO_LARGE"'), { what: "the caller sees the answer" });
  for (let sent = 0; sent < 4; sent++) expect(await send(MEGABYTE)).toBeFalsy(); // no error
  await closed;

  expect(answer).toMatch(/^HTTP\/1\.1 413 Payload Too Large\r\n/);
});

test("413 without 100 Continue for a caller who asks first", async () => {
  const answer = await sendRaw(gateway.url, head("/api/article", "Content-Length: 104857600", "Expect: 100-continue"));

  expect(answer.status).toBe(413);
  expect(answer.all).not.toContain("100 Continue");
  expect(answer.closed).toBe(true);
});

test("100 Continue for a caller who asks first and may send", async () => {
  const answer = await sendRaw(gateway.url, head("/api/article", "Content-Length: 2", "Expect: 100-continue") + "{}");

  expect(answer.all).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);
  expect(gateway.services.content.seen[0]).toMatchObject({ bodyBytes: 2 });
  expect(gateway.services.content.seen[0]?.headers.expect).toBeUndefined();
});

test("a chunked body is cut off where it exceeds the limit", async () => {
  const chunk = Buffer.alloc(64 * 1024, "x");
  let sent = 0;
  const endless = new ReadableStream({
    pull: (controller) => {
      sent += chunk.length;
      controller.enqueue(chunk);
      if (sent > 100 * MEGABYTE) controller.close();
    },
  });
  const answer = await post("/api/article", endless);

  expect(answer.status).toBe(413);
  expect(await answer.json()).toMatchObject({ error: { code: "PAYLOAD_TOO_LARGE" } });
  expect(sent).toBeLessThan(50 * MEGABYTE); // the rest was never read
});

test("a chunked body below the limit passes", async () => {
  const body = new ReadableStream({
    start: (controller) => {
      for (let i = 0; i < 10; i++) controller.enqueue(new Uint8Array(100_000));
      controller.close();
    },
  });

  const answer = await post("/api/article", body);

  expect(answer.status).toBe(200);
  expect(gateway.services.content.seen[0]?.bodyBytes).toBe(1_000_000);
});

test("only an upload may be larger, up to its own limit", async () => {
  const upload = await post("/api/assets/upload", Buffer.alloc(10 * MEGABYTE));
  const tooLarge = await post("/api/assets/upload", Buffer.alloc(21 * MEGABYTE));
  const elsewhere = await post("/api/assets/other", Buffer.alloc(2 * MEGABYTE));

  expect(upload.status).toBe(200);
  expect(gateway.services.asset.seen[0]?.bodyBytes).toBe(10 * MEGABYTE);
  expect([tooLarge.status, elsewhere.status]).toEqual([413, 413]);
});

test.each([
  ["of exactly the limit is accepted", UPLOAD_BYTES, 200],
  ["that is one byte longer is refused", UPLOAD_BYTES + 1, 413],
])("an upload of unknown length %s", async (_name, bytes, status) => {
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(new Uint8Array(bytes));
      controller.close();
    },
  });

  expect((await post("/api/assets/upload", body)).status).toBe(status);
});

test("a refusal before a large body closes the connection, one before a small body keeps it", async () => {
  const dead = "Authorization: Bearer x";
  const large = await sendRaw(gateway.url, head("/api/article", dead, "Content-Length: 1000000"));
  const small = await sendRaw(
    gateway.url,
    `${head("/api/article", dead, "Content-Length: 2")}{}${head("/api/article", "Content-Length: 2")}{}`,
    { answers: 2 },
  );

  expect(large.status).toBe(401);
  expect(large.head).toMatch(/connection: close/i);
  expect(small.all.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 401", "HTTP/1.1 200"]);
});

test("the gateway reads a body to its end before it calls the service", async () => {
  const caller = open(head("/api/article", "Content-Length: 6") + "abc");
  await caller.written;
  await post("/api/other", "later");
  caller.socket.write("def");

  expect(await caller.answered).toMatch(/^HTTP\/1\.1 200/);
  const [first, second] = gateway.services.content.seen;
  expect([first?.url, second?.url]).toEqual(["/api/other", "/api/article"]);
  expect(second).toMatchObject({ bodyBytes: 6, headers: { "content-length": "6" } });
  caller.socket.destroy();
});

test("a chunked body reaches the service with its length, on a connection that is kept", async () => {
  const chunked = `${head("/api/article", "Transfer-Encoding: chunked")}3\r\nabc\r\n0\r\n\r\n`;

  await sendRaw(gateway.url, chunked);

  const [seen] = gateway.services.content.seen;
  expect(seen?.headers).toMatchObject({ "content-length": "3", connection: "keep-alive" });
  expect(seen?.headers["transfer-encoding"]).toBeUndefined();
});

test("an aborted body doesn't reach the service; an aborted upload is reported to its service", async () => {
  const ended = new Promise<string>((resolve) => {
    gateway.services.asset.behave((request) => {
      request.on("error", () => undefined);
      upload.socket.destroy();
      request.on("close", () => resolve(request.complete ? "complete" : "broken off"));
    });
  });

  const { socket, written } = open(head("/api/article", "Content-Length: 1000") + "abc");
  await written;
  socket.destroy();
  const upload = open(head("/api/assets/upload", "Content-Length: 1000") + "abc");

  expect(await ended).toBe("broken off");
  expect(gateway.services.content.seen).toEqual([]);
});

test.each([
  ["a small body", "Content-Length: 60000"],
  ["a large body", "Content-Length: 1000000"],
  ["a body of unknown length", "Transfer-Encoding: chunked"],
])("the connection of %s is closed after the refusal, though its caller continues to send", async (_name, framing) => {
  const caller = open(head("/api/article", "Authorization: Bearer x", framing));
  const sending = setInterval(() => caller.socket.write("1\r\na\r\n"), 50);

  const answer = await caller.answered;
  await caller.closed;
  clearInterval(sending);

  expect(answer).toMatch(/^HTTP\/1\.1 401/);
});

test("the connection of an upload that is refused before its end is closed, though its caller continues to send", async () => {
  gateway.services.asset.behave((_request, response) => void response.writeHead(403, { "content-type": "application/json" }).end("{}"));
  const caller = open(head("/api/assets/upload", "Content-Length: 1000000"));
  const sending = setInterval(() => caller.socket.write("a"), 50);

  const answer = await caller.answered;
  await caller.closed;
  clearInterval(sending);

  expect(answer).toMatch(/^HTTP\/1\.1 403/);
});

test("50 simultaneous requests with a Content-Length of 100 MB are each refused in time", async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => sendRaw(gateway.url, head("/api/article", "Content-Length: 104857600"))),
  );

  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(413));
});

test("bodies that are sent but for their last byte don't prevent others of the same address: the oldest of them are refused", async () => {
  const stalled = Array.from({ length: 40 }, () =>
    open(Buffer.concat([Buffer.from(head("/api/article", `Content-Length: ${MEGABYTE}`)), Buffer.alloc(MEGABYTE - 1)])),
  );
  const [first] = stalled;

  const refused = await first?.answered;
  const honest = await post("/api/article", Buffer.alloc(MEGABYTE));
  for (const { socket } of stalled) socket.destroy();

  expect([refused?.slice(0, 12), honest.status]).toEqual(["HTTP/1.1 429", 200]);
});

test("a body is freed when its service has answered, though the caller has not read the answer", async () => {
  gateway.services.content.behave((request, response) => {
    request.resume();
    response.end(request.headers["content-length"] === "2" ? "{}" : Buffer.alloc(24 * MEGABYTE));
  });
  let answered = 0;
  const unread = Array.from({ length: 34 }, () => {
    const caller = open(Buffer.concat([Buffer.from(head("/api/article", `Content-Length: ${MEGABYTE}`)), Buffer.alloc(MEGABYTE)]));
    void caller.answered.then((text) => {
      caller.socket.pause();
      if (text.startsWith("HTTP/1.1 200")) answered++;
    });
    return caller;
  });
  await eventually(() => answered === 34, { what: "more bodies than one caller may hold are answered" });

  expect((await post("/api/article", "{}")).status).toBe(200);
  for (const { socket } of unread) socket.destroy();
});
