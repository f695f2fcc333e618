import { createServer } from "node:http";
import { connect } from "node:net";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "@jest/globals";
import { createLog, startListening, urlOf } from "@colophon/runtime";
import { startGateway, startServices } from "./support/gateway.ts";

const ANSWER = JSON.stringify({ data: "x".repeat(1000) });

/** For a quiet machine: requests that take long because others work too are moved among the long-lived objects. */
test.each([
  ["reads", "GET /api/article HTTP/1.1\r\nHost: a\r\n\r\n"],
  [
    "writes",
    `POST /api/article HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${ANSWER.length}\r\n\r\n${ANSWER}`,
  ],
])("the memory of finished %s is free again without a full garbage collection", async (_, request) => {
  const upstream = createServer((_request, response) => void response.writeHead(200, { "content-length": ANSWER.length }).end(ANSWER));
  await startListening(upstream, 0, "127.0.0.1");
  const services = await startServices();
  const content = { ...services.content, url: urlOf(upstream, "127.0.0.1") };
  const gateway = await startGateway({ services: { ...services, content }, log: createLog({ name: "gateway", level: "silent" }) });

  await sendMany(gateway.url, request, 2000);
  const before = longLivedBytes();
  await sendMany(gateway.url, request, 3000);
  const kept = longLivedBytes() - before;
  await gateway.stop();
  for (const service of Object.values(services)) await service.stop();
  upstream.close();
  upstream.closeAllConnections();

  expect(kept / 3000).toBeLessThan(1500); // bytes a request, all programs of this test included; a request takes 15,000 or more
});

/** The size of the objects that only a full garbage collection frees. */
function longLivedBytes(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options: { readonly type: "minor" }) => void;
  for (let i = 0; i < 3; i++) collect({ type: "minor" });
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === "old_space")?.space_used_size ?? 0;
}

/** Sends requests over 16 connections, each the next one when it has its answer. */
async function sendMany(url: string, request: string, count: number): Promise<void> {
  let left = count;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      let received = 0;
      const next = (): void => {
        received = 0;
        if (left-- > 0) socket.write(request);
        else socket.end();
      };
      const socket = connect(Number(new URL(url).port), "127.0.0.1", next);
      socket.on("data", (piece) => {
        received += piece.length;
        if (piece.at(-1) === "}".charCodeAt(0) && received > ANSWER.length) next();
      });
      socket.on("close", () => resolve());
      socket.on("error", reject);
    });
  await Promise.all(Array.from({ length: 16 }, one));
}
