/** Callers who send or read as slowly as they may: others are served, and so are their neighbours at the same address. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { startTestStack } from "../support/stack.ts";
import type { TestStack } from "../support/stack.ts";
import { attack, callerFrom, type SlowRequest } from "./slow-callers.ts";

const ADDRESSES = Array.from({ length: 8 }, (_, at) => `127.0.0.${at + 2}`);
const [NEIGHBOUR = "", ELSEWHERE] = [ADDRESSES[0], "127.0.0.99"];
const ROUNDS = 10;

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

const form = (bytes: number) => {
  const boundary = "a-boundary";
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(head), randomBytes(bytes), Buffer.from(`\r\n--${boundary}--\r\n`)]),
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

/** Every kind of request of an honest caller, a few times. @returns the statuses that are no success */
async function refusalsOf(address: string): Promise<readonly number[]> {
  const { send, close } = callerFrom(address, stack.url);
  const json = { "content-type": "application/json" };
  const statuses: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const upload = form(50_000);
    statuses.push(
      await send("GET", file.small),
      await send("POST", "/api/assets/upload", { authorization: `Bearer ${key}`, "content-type": upload.type }, upload.body),
      await send("POST", "/api/message", json, JSON.stringify({ text: "x".repeat(20_000) })),
      await send("POST", "/api/auth/request", json, JSON.stringify({ email: `nobody${round}@example.org` })),
      await send("GET", "/api/page?limit=1"),
    );
  }
  close();
  return statuses.filter((status) => status < 200 || status > 299);
}

test.each(Object.entries(SLOW))(
  "512 connections of 8 addresses that %s: nobody else is refused, at another address or at theirs",
  async (_name, request) => {
    const { open, stop } = attack(stack.url, request(), ADDRESSES, 512);
    await eventually(() => open() >= 500);

    const refusals = {
      first: await refusalsOf(ELSEWHERE),
      elsewhere: await refusalsOf(ELSEWHERE),
      sameAddress: await refusalsOf(NEIGHBOUR),
    };
    stop();

    expect(refusals).toEqual({ first: [], elsewhere: [], sameAddress: [] });
  },
);
