import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "@jest/globals";
import { unready } from "../src/stack/health.ts";

const servers: Server[] = [];
afterAll(() => servers.forEach((server) => server.close()));

async function answering(status: number): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status).end()).listen(0, "127.0.0.1");
  servers.push(server);
  await new Promise((resolve) => server.once("listening", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("processes that are not ready, or don't answer, are named", async () => {
  const [ready, waiting, gone] = [await answering(200), await answering(503), await answering(200)];
  await new Promise((resolve) => servers.at(-1)?.close(resolve));

  expect(
    await unready(
      new Map([
        ["content", ready],
        ["asset", waiting],
        ["search", gone],
      ]),
    ),
  ).toEqual(["asset", "search"]);
});
