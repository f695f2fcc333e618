/** Callers who read their answers slowly, or not at all. */
import { existsSync, readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { afterEach, expect, test } from "@jest/globals";
import { eventually } from "../../tests/support/eventually.ts";
import { createSlowGuard } from "../src/connections/slow-guard.ts";
import { PATIENT_WINDOWS, startGateway, type GatewayOptions } from "./support/gateway.ts";

/** The most that the kernel holds of an answer whose caller doesn't read: the last of the three numbers is a buffer's limit. */
const KERNEL_BYTES = ["rmem", "wmem"].reduce((sum, buffer) => sum + largestBuffer(`/proc/sys/net/ipv4/tcp_${buffer}`), 0);
/** So much longer that three unread answers take more memory than two whole ones, whatever the kernel holds of them. */
const LONG = Buffer.alloc(4 * KERNEL_BYTES, "x");
const LIMITS = { ...PATIENT_WINDOWS, unreadBytes: 2 * LONG.length };

function largestBuffer(path: string): number {
  const bytes = existsSync(path) ? Number(readFileSync(path, "utf8").split(/\s+/)[2]) : NaN;
  return bytes > 0 ? bytes : 6 * 1024 * 1024;
}

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
  for (let i = 0; i < 5; i++) readNothing("10.0.0.2", "/api/article");
  await eventually(() => asked() === 6);
  await eventually(() => waiting() === 2, { what: "four of the six answers are ended: two are within the limit" });
  let bytes = 0;
  honest.on("data", (piece: Buffer) => (bytes += piece.length)).resume();

  await eventually(() => bytes > LONG.length, { what: "the honest caller gets its whole answer" });
  await eventually(() => waiting() === 1, { what: "only the answer of the greedy caller is left" });
});

test("a streamed file takes only what is on its way, however long it is", async () => {
  const { readNothing, get, waiting } = await start({ slowGuard: createSlowGuard(LIMITS) });

  for (let i = 0; i < 50; i++) readNothing("10.0.0.2", "/api/assets/long.bin");

  await eventually(() => waiting() === 50, { what: "25 times the limit, if the files counted as a whole" });
  expect(await get("10.0.0.2", "/api/assets/short.bin")).toBe("short");
  expect(waiting()).toBe(50);
});
