import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";
import { startListening } from "@colophon/runtime";
import { eventually } from "../../tests/support/eventually.ts";
import { boundConnections } from "../src/connections/bound-connections.ts";

test("when all connections are in use, the address with the most connections loses its oldest idle one", async () => {
  const server = createServer();
  const busy = new Set<Socket>();
  let accepted = 0;
  server.on("request", ({ socket }) => busy.add(socket));
  server.on("connection", () => accepted++);
  boundConnections(server, { isBusy: (socket) => busy.has(socket), max: 4 });
  await startListening(server, 0, "127.0.0.1");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const open = async (localAddress: string) => {
    const expected = accepted + 1;
    const socket = connect({ port, host: "127.0.0.1", localAddress }).on("error", () => undefined);
    await eventually(() => accepted === expected);
    return socket;
  };

  const used = await open("127.0.0.2");
  used.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await eventually(() => busy.size === 1);
  const many = [used, await open("127.0.0.2"), await open("127.0.0.2"), await open("127.0.0.3")];
  const honest = await open("127.0.0.4");
  await eventually(() => many.some(({ readyState }) => readyState === "closed"));
  await eventually(async () => (await promisify(server.getConnections.bind(server))()) === 4, { what: "the server has four connections" });

  expect([...many, honest].map(({ readyState }) => readyState)).toEqual(["open", "closed", "open", "open", "open"]);
  server.closeAllConnections();
  server.close();
  for (const socket of [...many, honest]) socket.destroy();
});
