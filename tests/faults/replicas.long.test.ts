import { describe, expect, test } from "@jest/globals";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Client } from "../support/http/client.ts";
import { startPostgres } from "../support/servers/postgres.ts";
import { environmentOf, HAS_REPLICAS, startReplica } from "../support/stack/replica.ts";
import { failuresAmong, startLoad } from "./load.ts";
import type { RequestResult } from "./load.ts";
import { SEPARATE } from "../support/stack/stack.ts";
import { msUntil, useFaultSite } from "./site.ts";

const TIMEOUT = 240_000;
const TWO_ADDRESSES = join(import.meta.dirname, "../support/stack/two-addresses.process.ts");
const site = useFaultSite(async () => ({ variables: SEPARATE }));

(HAS_REPLICAS ? describe : describe.skip)("with more than one process of a kind", () => {
  test(
    "five processes that start simultaneously on an empty database migrate it once, and are ready",
    async () => {
      for (let round = 0; round < 3; round++) {
        const empty = await startPostgres();
        const replicas = await Promise.all(
          Array.from({ length: 5 }, () =>
            startReplica(site.stack, "content", { variables: { DATABASE_URL: empty.url, DATABASE_POOL_SIZE: "4" } }),
          ),
        );
        try {
          const ready = await Promise.all(replicas.map((replica) => replica.ready()));
          expect(replicas.filter((_, index) => !ready[index]).map((replica) => replica.printed())).toEqual([]);
          await expectStartedOnce(empty.url);
        } finally {
          await Promise.all(replicas.map((replica) => replica.stop()));
          await empty.stop();
        }
      }
    },
    TIMEOUT,
  );

  test(
    "two replicas of content are restarted one after the other under load: no request fails",
    async () => {
      const { stack } = site;
      const { PORT: port = "" } = await environmentOf(stack, "content");
      const second = () => startReplica(stack, "content", { variables: { HOST: "127.0.0.2", PORT: port } });
      let other = await second();
      const variables = { CONTENT_URL: `http://replicas.test:${port}` };
      const gateway = await startReplica(stack, "gateway", { variables, preload: TWO_ADDRESSES });
      expect([await other.ready(), await gateway.ready()]).toEqual([true, true]);
      const client = stack.admin.at(gateway.url);
      const load = startLoad(40, (number) =>
        number % 4 ? client.get("/api/post?limit=5") : client.post("/api/post", { title: `number ${number}` }),
      );

      for (let round = 0; round < 2; round++) {
        await sleep(1_000);
        const old = Number(await stack.pidOf("content"));
        process.kill(old, "SIGTERM");
        await msUntil(60_000, async () => ![old, null].includes(await stack.pidOf("content")));
        await msUntil(60_000, () =>
          fetch(`http://127.0.0.1:${port}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          ),
        );
        expect(await other.stop()).toBe(0);
        other = await second();
        expect(await other.ready()).toBe(true);
      }
      const results = await load.stop();
      await Promise.all([other.stop(), gateway.stop()]);

      expect(failuresAmong(results)).toEqual([]);
      expect(results.length).toBeGreaterThan(200);
    },
    TIMEOUT,
  );

  test(
    "every change that ends a caller's permissions applies in two gateways within a second",
    async () => {
      const { stack } = site;
      const gateway = await startReplica(stack, "gateway");
      expect(await gateway.ready()).toBe(true);
      try {
        for (const [index, end] of ENDS.entries()) {
          const email = `ending-${index}@example.com`;
          const user = await stack.admin.post("/api/_user", { email, name: "x", role: "editor" });
          const key = await stack.admin.post("/api/_api-keys", { name: "x", role: "editor" });
          const signedIn = await stack.signIn(email);
          const clients: readonly Client[] = end.byKey
            ? [stack.visitor, stack.visitor.at(gateway.url)].map((client) => client.with({ authorization: `Bearer ${key.data.key}` }))
            : [signedIn, signedIn.at(gateway.url)];
          const loads = clients.map((client) => startLoad(25, () => client.get("/api/slow")));
          await sleep(700);
          const answer = await end.by({ admin: stack.admin, signedIn, userId: user.data.id, keyId: key.data.id });
          const endedAt = performance.now();
          await sleep(1_700);
          const results = (await Promise.all(loads.map((load) => load.stop()))).flat();

          const name = String(end.by);
          const late = results.filter(({ sentAt, status }) => sentAt > endedAt + 1_000 && status === 200);
          expect([name, answer.status, results.filter(({ sentAt }) => sentAt < endedAt - 500).every(isServed)]).toEqual([name, 200, true]);
          expect([name, late.length, results.filter(({ status }) => status >= 500 || status === 0)]).toEqual([name, 0, []]);
        }
      } finally {
        await gateway.stop();
      }
    },
    TIMEOUT,
  );
});

interface Ending {
  readonly admin: Client;
  readonly signedIn: Client;
  readonly userId: string;
  readonly keyId: string;
}
const ENDS = [
  { byKey: false, by: ({ signedIn }: Ending) => signedIn.post("/api/auth/logout") },
  { byKey: false, by: ({ admin, userId }: Ending) => admin.put(`/api/_user/${userId}`, { role: "reader" }) },
  { byKey: false, by: ({ admin, userId }: Ending) => admin.delete(`/api/_user/${userId}`) },
  { byKey: true, by: ({ admin, keyId }: Ending) => admin.delete(`/api/_api-keys/${keyId}`) },
];

/** Checks that each migration ran once and finished, and that there is one admin and one seeded global. */
async function expectStartedOnce(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(`
    select (select count(*) - count(distinct migration_name) from public._prisma_migrations) as repeated,
      (select count(*) from public._prisma_migrations where finished_at is null) as unfinished,
      (select count(*) from cms.users) as users, (select count(*) from content.settings) as settings`);
  await client.end();
  expect(rows).toEqual([{ repeated: "0", unfinished: "0", users: "1", settings: "1" }]);
}

function isServed({ status }: RequestResult): boolean {
  return status === 200;
}
