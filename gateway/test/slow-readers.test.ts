/** Callers who read their answers slowly, or not at all. */
import { connect, type Socket } from "node:net";
import { afterEach, expect, test } from "@jest/globals";
import { eventually } from "../../tests/support/eventually.ts";
import { createSlowGuard } from "../src/connections/slow-guard.ts";
import { PATIENT_WINDOWS, startGateway, type GatewayOptions } from "./support/gateway.ts";

/** Longer than what the buffers of two connections hold. */
const LONG = Buffer.alloc(24 * 1024 * 1024, "x");
const LIMITS = { ...PATIENT_WINDOWS, unreadBytes: 5 * LONG.length };

const toStop: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of toStop.splice(0).toReversed()) await stop();
});

/** A gateway whose services give a long answer, except to a request that asks for a short one. */
async function start(options: GatewayOptions = {}) {
  const gateway = await startGateway({ ...options, env: { TRUST_PROXY: ["127.0.0.0/8"] } });
  toStop.push(gateway.stop);
  let [waiting, asked] = [0, 0];
  for (const service of Object.values(gateway.services))
    service.behave((request, response) => {
      const isShort = request.url?.includes("short");
      if (!isShort) [waiting, asked] = [waiting + 1, asked + 1];
      response.once("close", () => isShort || waiting--);
      response.end(isShort ? "short" : LONG);
    });
  const { hostname, port } = new URL(gateway.url);
  /** Sends a request, and reads nothing of its answer. */
  const readNothing = (caller: string, path: string): Socket => {
    const socket = connect(Number(port), hostname).on("error", () => undefined);
    socket.pause();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${caller}\r\n\r\n`);
    toStop.push(() => socket.destroy());
    return socket;
  };
  const get = async (caller: string, path: string) => (await fetch(gateway.url + path, { headers: { "x-forwarded-for": caller } })).text();
  return { readNothing, get, waiting: () => waiting, asked: () => asked };
}

test("answers that their callers don't read occupy no place at the service: others are served, and so is the same caller", async () => {
  const { readNothing, get, waiting } = await start();

  for (let i = 0; i < 80; i++) readNothing("10.0.0.1", "/api/assets/long.bin");
  await eventually(() => waiting() === 80, { what: "more answers wait for their readers than a caller has places" });

  expect([await get("10.0.0.1", "/api/assets/short.bin"), await get("10.0.0.9", "/api/assets/short.bin")]).toEqual(["short", "short"]);
});

test("if unread answers take too much memory, the caller with most of it loses answers, and nobody else", async () => {
  const { readNothing, waiting, asked } = await start({ slowGuard: createSlowGuard(LIMITS) });

  const honest = readNothing("10.0.0.1", "/api/article");
  await eventually(() => asked() === 1);
  for (let i = 0; i < 8; i++) readNothing("10.0.0.2", "/api/article");
  await eventually(() => asked() === 9);
  await eventually(() => waiting() < 9, {
    what: "answers of the greedy caller are ended: how many depends on what the kernel's buffers hold",
  });
  let bytes = 0;
  honest.on("data", (piece: Buffer) => (bytes += piece.length)).resume();

  await eventually(() => bytes > LONG.length, { what: "the honest caller gets its whole answer" });
});

test("a streamed file takes only what is on its way, however long it is", async () => {
  const { readNothing, get, waiting } = await start({ slowGuard: createSlowGuard(LIMITS) });

  for (let i = 0; i < 50; i++) readNothing("10.0.0.2", "/api/assets/long.bin");

  await eventually(() => waiting() === 50, { what: "ten times the limit, if the files counted as a whole" });
  expect(await get("10.0.0.2", "/api/assets/short.bin")).toBe("short");
  expect(waiting()).toBe(50);
});
