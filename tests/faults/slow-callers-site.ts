/** A site, callers who send or read as slowly as they may, and honest callers beside them. */
import { randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, test } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { startTestStack } from "../support/stack/stack.ts";
import type { TestStack } from "../support/stack/stack.ts";
import { attack, callerFrom, type SlowRequest } from "./slow-callers.ts";

const ADDRESSES = Array.from({ length: 8 }, (_, at) => `127.0.0.${at + 2}`);
/** At the address of slow callers, and at another one. */
export const [NEIGHBOUR = "", ELSEWHERE] = [ADDRESSES[0], "127.0.0.99"];

let stack: TestStack;
let key: string;
let file: { large: string; small: string };
beforeAll(async () => {
  stack = await startTestStack({ configFile: join(import.meta.dirname, "slow-callers.config.ts"), variables: { CONFIRM_MINUTES: "0" } });
  key = (await stack.admin.post("/api/_api-keys", { name: "editor", role: "editor" })).data.key;
  file = { large: await urlOfUpload(30_000_000), small: await urlOfUpload(200_000) };
  const text = "a long text ".repeat(2_000);
  for (let n = 0; n < 100; n++) await stack.admin.post("/api/page", { text });
});
afterAll(() => stack.stop());

/** How the files begin: random bytes could be the beginning of a picture. */
const TEXT = "random bytes: ";
const form = (bytes: number) => {
  const boundary = "a-boundary";
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(head + TEXT), randomBytes(bytes), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
};

async function urlOfUpload(bytes: number): Promise<string> {
  const { type, body } = form(bytes);
  const headers = { authorization: `Bearer ${key}`, "content-type": type };
  return (await stack.visitor.send("POST", "/api/assets/upload", { body: new Uint8Array(body), headers })).data.url;
}

const lines = (...head: string[]) => [...head, "Host: a", "", ""].join("\r\n");
const get = (path: string) => lines(`GET ${path} HTTP/1.1`);

const SLOW: Readonly<Record<string, () => SlowRequest>> = {
  "read files at 9 kB in 25 s": () => ({ head: get(file.large), readBytes: 9_000 }),
  "read long lists at 9 kB in 25 s": () => ({ head: get("/api/page?limit=100"), readBytes: 9_000 }),
  "send uploads at 5 kB a second": () => ({
    head:
      lines(
        "POST /api/assets/upload HTTP/1.1",
        `Authorization: Bearer ${key}`,
        `Content-Type: ${form(0).type}`,
        "Content-Length: 90000000",
      ) + form(0).body.subarray(0, 80).toString(),
    piece: randomBytes(5_000),
  }),
  "send all but the end of a megabyte": () => ({
    head: Buffer.concat([
      Buffer.from(lines("POST /api/message HTTP/1.1", "Content-Type: application/json", "Content-Length: 1000000")),
      Buffer.alloc(999_000, " "),
    ]),
  }),
};

/** The answers to the requests of one kind: their number by status, and their median time. */
export interface Served {
  readonly statuses: readonly number[];
  readonly medianMs: number;
}

/** Every kind of request of an honest caller, a few times. */
export async function serve(address: string, rounds: number): Promise<Readonly<Record<string, Served>>> {
  const { send, close } = callerFrom(address, stack.url);
  const json = { "content-type": "application/json" };
  const kinds = {
    download: () => send("GET", file.small),
    upload: () => {
      const upload = form(50_000);
      return send("POST", "/api/assets/upload", { authorization: `Bearer ${key}`, "content-type": upload.type }, upload.body);
    },
    create: () => send("POST", "/api/message", json, JSON.stringify({ text: "x".repeat(20_000) })),
    signIn: () => send("POST", "/api/auth/request", json, JSON.stringify({ email: `${randomUUID()}@example.org` })),
    list: () => send("GET", "/api/page?limit=1"),
  };
  const answers = Object.keys(kinds).map((kind) => ({ kind, statuses: [] as number[], times: [] as number[] }));
  for (let round = 0; round < rounds; round++) {
    for (const { kind, statuses, times } of answers) {
      const began = performance.now();
      statuses.push(await kinds[kind as keyof typeof kinds]());
      times.push(performance.now() - began);
    }
  }
  close();
  return Object.fromEntries(
    answers.map(({ kind, statuses, times }) => [kind, { statuses, medianMs: times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0 }]),
  );
}

/** The statuses that are no success. */
export function refusalsIn(served: Readonly<Record<string, Served>>): readonly number[] {
  return Object.values(served)
    .flatMap(({ statuses }) => statuses)
    .filter((status) => status < 200 || status > 299);
}

/** So many requests of one address are at services at a time. */
const EACH_ADDRESS = 64;

/** A test for each way to be slow, during an attack from so many addresses, each with as many connections as it has places. */
export function testSlowCallers(count: number, promise: string, check: (startAttack: () => Promise<() => void>) => Promise<void>): void {
  const connections = count * EACH_ADDRESS;
  test.each(Object.entries(SLOW))(`${connections} connections of ${count} addresses that %s: ${promise}`, (_name, request) =>
    check(async () => {
      const { open, stop } = attack(stack.url, request(), ADDRESSES.slice(0, count), connections);
      await eventually(() => open() >= connections - count, { what: "the attack has begun" });
      return stop;
    }),
  );
}
