import { createServer } from "node:http";
import { connect } from "node:net";
import { expect, test } from "@jest/globals";
import { createLog, startListening, urlOf } from "@colophon/runtime";
import { longLivedBytes } from "../../tests/support/long-lived-bytes.ts";
import { startGateway, startServices } from "./support/gateway.ts";

const ANSWER = JSON.stringify({ data: "x".repeat(1000) });

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
