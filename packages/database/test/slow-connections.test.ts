import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";
import { eventually } from "../../../tests/support/eventually.ts";
import { startPostgres } from "../../../tests/support/servers/postgres.ts";
import type { TestPostgres } from "../../../tests/support/servers/postgres-server.ts";
import { createDatabase } from "../src/index.ts";
import { failureOf } from "./support.ts";

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres({ migrated: true })));
afterAll(() => server?.stop());

/** A server that accepts connections and says nothing on them until it is released, like one on a busy machine. */
async function startSlowServer() {
  const { hostname, port } = new URL(server.url);
  const sockets = new Set<Socket>();
  const released = Promise.withResolvers<void>();
  let accepted = 0;
  const proxy = createServer((client) => {
    accepted += 1;
    sockets.add(client.on("error", () => undefined));
    void released.promise.then(() => {
      const upstream = connect(Number(port), hostname).on("error", () => undefined);
      sockets.add(upstream);
      client
        .on("close", () => upstream.destroy())
        .pipe(upstream)
        .pipe(client);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port: ownPort } = proxy.address() as AddressInfo;
  const url = Object.assign(new URL(server.url), { hostname: "127.0.0.1", port: String(ownPort) }).href;
  return {
    url,
    release: () => released.resolve(),
    accepted: () => accepted,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

test("a connection that takes longer than a request waits is made once; the requests fail with 503, later ones use it", async () => {
  const slow = await startSlowServer();
  const database = createDatabase({ url: slow.url, poolSize: 1, ...TEST_LIMITS, connectMs: 20 });
  const ask = () => database.one({ text: "select 1 as n" });

  const early = [await failureOf(ask()), await failureOf(ask()), await failureOf(ask())];
  slow.release();
  const later = await eventually(() => ask().catch(() => null), { what: "the connection is made" });
  const connections = slow.accepted();
  await database.close();
  await slow.stop();

  expect(early.map((failure) => (failure as { status?: number } | null)?.status)).toEqual([503, 503, 503]);
  expect(later).toEqual({ n: 1 });
  expect(connections).toBe(1);
});

test("a start waits until connections are made, and the session's too", async () => {
  const slow = await startSlowServer();
  const database = createDatabase({ url: slow.url, poolSize: 1, ...TEST_LIMITS, connectMs: 20 });

  const starting = database.pool.query("select 1 as n");
  const announcing = database.announce("0".repeat(64));
  const early = await Promise.race([starting, announcing, database.health()]);
  slow.release();
  const { rows } = await starting;
  await announcing;
  const announced = await database.one({
    text: "select count(*)::int as n from pg_stat_activity where application_name like 'colophon 000%' and datname = current_database()",
  });
  const connections = slow.accepted();
  await database.close();
  await slow.stop();

  expect(early).toBe(false); // health has an answer meanwhile
  expect([rows, announced, connections]).toEqual([[{ n: 1 }], { n: 1 }, 2]);
});
