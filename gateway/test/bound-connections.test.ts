import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { startListening } from "@colophon/runtime";
import { boundConnections } from "../src/connections/bound-connections.ts";

test("where there is no more room the address with most connections loses its oldest idle one", async () => {
  const server = createServer((_request, response) => void setTimeout(() => response.end("ok"), 400));
  const busy = new Set<Socket>();
  server.on("request", ({ socket }) => busy.add(socket));
  boundConnections(server, { isBusy: (socket) => busy.has(socket), max: 4 });
  await startListening(server, 0, "127.0.0.1");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const open = async (localAddress: string) => {
    const socket = connect({ port, host: "127.0.0.1", localAddress }).on("error", () => undefined);
    await sleep(40);
    return socket;
  };

  const used = await open("127.0.0.2");
  used.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  const many = [used, await open("127.0.0.2"), await open("127.0.0.2"), await open("127.0.0.3")];
  const honest = await open("127.0.0.4");
  await sleep(100);

  expect([...many, honest].map(({ readyState }) => readyState)).toEqual(["open", "closed", "open", "open", "open"]);
  server.closeAllConnections();
  server.close();
  for (const socket of [...many, honest]) socket.destroy();
});
