import { createServer, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { promisify } from "node:util";
import { afterEach, expect, test } from "@jest/globals";
import { createLog, startListening, urlOf } from "@colophon/runtime";
import { eventually } from "../../tests/support/eventually.ts";
import { createClientReader } from "../src/callers/client-address.ts";
import { createForward } from "../src/forwarding/forward.ts";
import { createTargets } from "../src/forwarding/targets.ts";
import { createPlaces } from "../src/limits/places.ts";
import { createSlowReaders } from "../src/limits/slow-readers.ts";
import { openCall } from "../src/requests/call.ts";
import { startFakeUpstream, type FakeUpstream } from "./support/fake-upstream.ts";

/** Longer than what the buffers of two connections hold. */
const LONG = Buffer.alloc(24 * 1024 * 1024, "x");

const toStop: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of toStop.splice(0).toReversed()) await stop();
});

/** A gateway's way to one service, with two places for each caller and three for all. The path of a request is its caller. */
async function start(maxReaders: number) {
  const service: FakeUpstream = await startFakeUpstream();
  service.behave((request, response) => void response.end(request.url?.endsWith("/short") ? "short" : LONG));
  const targets = createTargets();
  const readers = createSlowReaders(maxReaders);
  const log = createLog({ name: "gateway", level: "silent" });
  const forward = createForward({
    url: service.url,
    targets,
    places: createPlaces({ perCaller: 2, perService: 3 }),
    readers,
    readTime: () => undefined,
    log,
  });
  const server: Server = createServer((request, response) => {
    const call = openCall({ request, response, awaitsContinue: false }, createClientReader());
    const [, , caller = ""] = String(request.url).split("/");
    if (call.policy) forward(call, { policy: call.policy, service: "content", limitKey: caller, body: null, limitBytes: 0 });
  });
  await startListening(server, 0, "127.0.0.1");
  toStop.push(
    () => service.stop(),
    () => targets.agent.destroy(),
    () => {
      server.closeAllConnections();
      server.close();
    },
  );
  const { port } = server.address() as AddressInfo;
  /** Sends a request, and reads nothing of its answer. */
  const readNothing = (caller: string): Socket => {
    const socket = connect(port, "127.0.0.1").on("error", () => undefined);
    socket.pause();
    socket.write(`GET /api/${caller}/long HTTP/1.1\r\nHost: a\r\n\r\n`);
    toStop.push(() => socket.destroy());
    return socket;
  };
  const get = async (caller: string) => (await fetch(`${urlOf(server, "127.0.0.1")}/api/${caller}/short`)).text();
  const connections = promisify(server.getConnections.bind(server));
  return { connections, readers, readNothing, get };
}

test("answers that their callers don't read occupy no place at the service: others are served, and so is the same caller", async () => {
  const { readers, readNothing, get } = await start(100);

  for (const caller of ["one", "one", "two", "two"]) readNothing(caller);
  await eventually(() => readers.count() === 4, { what: "four answers wait for their readers" });

  expect([await get("one"), await get("three")]).toEqual(["short", "short"]);
});

test("if too many answers wait for their readers, the caller with the most of them loses one, and nobody else", async () => {
  const { connections, readers, readNothing } = await start(2);

  const honest = readNothing("honest");
  await eventually(() => readers.count() === 1);
  for (const caller of ["greedy", "greedy", "greedy"]) readNothing(caller);
  await eventually(async () => (await connections()) === 2, { what: "two answers of the greedy caller are ended" });
  let bytes = 0;
  honest.on("data", (piece: Buffer) => (bytes += piece.length)).resume();

  await eventually(() => bytes > LONG.length, { what: "the honest caller gets its whole answer" });
});
