import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { isPublicAddress, type Resolve } from "../src/webhooks/addresses.ts";
import { createSender } from "../src/webhooks/send.ts";

let server: http.Server;
let port: number;
let reached = 0;

beforeAll(async () => {
  server = http.createServer((_req, res) => void res.end());
  server.on("connection", () => (reached += 1));
  await new Promise<void>((resolve) => void server.listen(0, resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function attempt(host: string, resolve?: Resolve): Promise<string | null> {
  const sender = createSender({ timeLimitMs: 5_000, ...(resolve && { resolve }) });
  const { error } = await sender.send({ url: `http://${host}:${port}/`, headers: {}, body: "{}", allowPrivate: false });
  sender.close();
  return error;
}

test.each([
  "127.0.0.1",
  "127.1",
  "2130706433",
  "0x7f000001",
  "0x7f.1",
  "0177.0.0.1",
  "0300.0250.0.1",
  "0xa9fea9fe",
  "2852039166",
  "017700000001",
  "0.0.0.0",
  "0",
  "localhost",
  "127.0.0.1.",
  "[::1]",
  "[::]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[0:0:0:0:0:ffff:127.0.0.1]",
  "[::127.0.0.1]",
  "[::7f00:1]",
  "[::a9fe:a9fe]",
  "[::ffff:0:7f00:1]",
  "[64:ff9b::7f00:1]",
  "[64:ff9b:1::a00:1]",
  "[2002:7f00:1::]",
  "[2001:0:7f00:1::]",
  "[fe80::1]",
  "[fec0::1]",
  "[ff02::1]",
  "[2001:db8::1]",
  "[4000::1]",
  "[fc00::1]",
  "[fd12:3456::1]",
  "10.0.0.1",
  "172.16.0.1",
  "192.168.0.1",
  "169.254.169.254",
  "100.64.0.1",
  "198.18.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "①②⑦.⓪.⓪.①",
])("%s is refused before a connection is made", async (host) => {
  const error = await attempt(host);

  expect(error).toMatch(/not a public address/);
  expect(reached).toBe(0);
});

test("a name with a public and a private address is refused, and one whose address changes is never followed to a private one", async () => {
  const answers = [
    [
      { address: "93.184.216.34", family: 4 },
      { address: "10.0.0.1", family: 4 },
    ],
    [{ address: "127.0.0.1", family: 4 }],
  ];
  const asked: string[] = [];
  const resolve: Resolve = (name, _options, done) => {
    asked.push(name);
    done(null, answers[Math.min(asked.length, answers.length) - 1] ?? []);
  };

  const errors = [await attempt("rebinding.example.com", resolve), await attempt("rebinding.example.com", resolve)];

  expect(errors.every((error) => /not a public address/.test(error ?? ""))).toBe(true);
  expect(asked).toEqual(["rebinding.example.com", "rebinding.example.com"]); // once for each connection
  expect(reached).toBe(0);
});

test("public addresses are allowed", () => {
  expect(["93.184.216.34", "2606:2800:220:1::1", "::ffff:93.184.216.34"].map(isPublicAddress)).toEqual([true, true, true]);
});
