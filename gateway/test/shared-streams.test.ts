import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { eventually } from "../../tests/support/eventually.ts";
import { openEventStream, type EventStream } from "../../tests/support/http/event-stream.ts";
import { startRedis, type TestRedis } from "../../tests/support/servers/redis.ts";
import { addKey, identityIn, startGateway, startServices, type Services } from "./support/gateway.ts";

type Gateway = Awaited<ReturnType<typeof startGateway>>;

let services: Services;
let redis: TestRedis;
let gateway: Gateway;
/** The streams of the fake service, in the order of their beginning, with their audiences. */
const atService: { readonly audience: string; readonly response: ServerResponse }[] = [];
let place = 1;
const open: EventStream[] = [];

beforeAll(async () => {
  services = await startServices();
  redis = await startRedis();
  services.content.behave((request, response) => {
    const audience = identityIn(request)?.role ?? "";
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "x-cms-audience": audience });
    if (request.method === "HEAD") {
      response.end();
      return;
    }
    const stream = { audience, response };
    atService.push(stream);
    response.once("close", () => void atService.splice(atService.indexOf(stream), 1));
    const lastId = Number(request.headers["last-event-id"] ?? place);
    for (let missed = lastId + 1; missed <= place; missed++) response.write(textOf(missed));
    response.write(`: open\nretry: 1000\nid: ${place}\n\n`);
  });
});
beforeEach(async () => {
  gateway = await startGateway({ redis, services, repeat: () => () => undefined });
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((stream) => stream.close()));
  await eventually(() => atService.length === 0);
  await gateway.stop();
});
afterAll(async () => {
  await Promise.all(Object.values(services).map((service) => service.stop()));
  await redis.stop();
});

const textOf = (id: number) => `id: ${id}\nevent: updated\ndata: {"entity":"article","version":${id}}\n\n`;
const told = (stream: EventStream) => stream.messages.flatMap(({ event, data }) => (event === undefined ? [] : [data.version]));

/** The service tells all of its streams. */
function tell(audience = "visitor"): number {
  place += 1;
  for (const stream of atService) if (stream.audience === audience) stream.response.write(textOf(place));
  return place;
}

async function stream(headers: Record<string, string> = {}): Promise<EventStream> {
  const opened = await openEventStream(`${gateway.url}/api/_events`, headers);
  open.push(opened);
  return opened;
}

test("callers whom the service tells the same share one of its streams, which lasts until the last of them goes", async () => {
  const streams = [await stream(), await stream(), await stream()];
  const shared = atService.length;
  const first = tell();
  await eventually(() => streams.every((stream) => told(stream).length === 1));
  await streams[0]?.close();
  const second = tell();
  await eventually(() => streams.slice(1).every((stream) => told(stream).length === 2));

  expect(shared).toBe(1);
  expect(streams.map(told)).toEqual([[first], [first, second], [first, second]]);
  expect(streams[2]?.messages[0]).toEqual({ comment: "open", id: String(first - 1) });
  await Promise.all(streams.map((stream) => stream.close()));
  await eventually(() => atService.length === 0);
});

test("a caller who missed something gets it first, from a stream of its own", async () => {
  const before = await stream();
  const missed = [tell(), tell()];
  await eventually(() => told(before).length === 2);
  const back = await stream({ "last-event-id": String(missed[0]! - 1) });
  await eventually(() => told(back).length === 2 && atService.length === 1);
  const next = tell();
  await eventually(() => [before, back].every((candidate) => told(candidate).length === 3));

  expect([told(before), told(back)]).toEqual([
    [...missed, next],
    [...missed, next],
  ]);
});

test("callers whom the service tells something else have another stream", async () => {
  const visitor = await stream();
  const reader = await stream({ authorization: `Bearer ${addKey(services.auth)}` });
  const audiences = atService.map(({ audience }) => audience);
  const id = tell("reader");
  await eventually(() => told(reader).length === 1);

  expect(audiences).toEqual(["visitor", "reader"]);
  expect([told(visitor), told(reader)]).toEqual([[], [id]]);
});

test("a message that arrives in pieces is passed on whole, and to a caller who comes between them", async () => {
  const first = await stream();
  place += 1;
  const text = textOf(place);
  atService[0]?.response.write(text.slice(0, 20));
  const second = await stream({ "last-event-id": String(place - 1) });
  atService[0]?.response.write(text.slice(20));
  await eventually(() => told(first).length === 1 && told(second).length === 1);

  expect([told(first), told(second)]).toEqual([[place], [place]]);
});

test.each([
  ["ends", (response: ServerResponse) => void response.end()],
  ["breaks", (response: ServerResponse) => void response.destroy()],
])("all callers come back when the service's stream %s", async (_, end) => {
  const streams = [await stream(), await stream()];
  for (const { response } of atService) end(response);
  await Promise.all(streams.map((stream) => stream.ended));

  expect(streams.map((stream) => stream.isOpen())).toEqual([false, false]);
});

test("a caller who doesn't read loses its stream, and the others get everything", async () => {
  const reader = await stream();
  const silent = connect(Number(new URL(gateway.url).port), "127.0.0.1");
  silent.on("error", () => undefined).write("GET /api/_events HTTP/1.1\r\nHost: localhost\r\n\r\n");
  silent.pause();
  await eventually(() => gateway.streams.size() === 2);
  const comment = `: ${"x".repeat(64 * 1024)}\n\n`;
  await eventually(() => (atService[0]?.response.write(comment), gateway.streams.size() === 1));
  const id = tell();
  await eventually(() => told(reader).includes(id));
  silent.destroy();

  expect(reader.isOpen()).toBe(true);
});
