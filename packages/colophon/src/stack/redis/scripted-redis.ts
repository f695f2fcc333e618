/** The pure-JavaScript Redis as a process of its own: `node packages/colophon/src/stack/redis/scripted-redis.ts <port>`. */
import { Server } from "node:net";
import { createRedisMock } from "js-redis-server";

const port = Number(process.argv[2]);
const listen = Server.prototype.listen;

// The library can't be bound to an address and would be open to the network; it has no password.
Server.prototype.listen = function (this: Server, ...args: Parameters<typeof listen>) {
  const [wanted] = args as unknown[];
  return typeof wanted === "number" ? listen.call(this, { port: wanted, host: "127.0.0.1" }) : listen.apply(this, args);
} as typeof listen;

const server = await createRedisMock({ port, databaseCount: 256 });
console.log(`Ready to accept connections on ${port}`);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void server.close().finally(() => process.exit(0)));
