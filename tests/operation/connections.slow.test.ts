/** `DATABASE_POOL_SIZE` is the number of connections to PostgreSQL that a process opens: counted at the server. */
import { fileURLToPath } from "node:url";
import { SERVICE_ROLES } from "@colophon/database";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import pg from "pg";
import { eventually } from "../support/eventually.ts";
import { SEPARATE, startTestStack, type TestStack } from "../support/stack/stack.ts";
import { ALL_SERVED, useEveryService } from "./all-services-load.ts";

const OPEN = `select substring(usename from length(current_database()) + 2) as role, count(*)::int as open
  from pg_stat_activity where datname = current_database() and usename like current_database() || '\\_%' group by 1`;

const SERVICES = SERVICE_ROLES.length;

describe.each([
  { processes: "one process for each service", variables: { ...SEPARATE, DATABASE_POOL_SIZE: "6" }, ofContent: 6, ofAll: 6 * SERVICES },
  { processes: "one process for all services", variables: { DATABASE_POOL_SIZE: "18" }, ofContent: 6, ofAll: 18 },
])("$processes", ({ variables, ofContent, ofAll }) => {
  const most = new Map<string, number>();
  let total = 0;
  let stack: TestStack;
  let server: pg.Client;

  beforeAll(async () => {
    stack = await startTestStack({ configFile: fileURLToPath(new URL("connections.config.ts", import.meta.url)), variables });
    server = new pg.Client(stack.databaseUrl);
    await server.connect();
  });
  afterAll(async () => {
    await server?.end();
    await stack?.stop();
  });

  async function count(): Promise<void> {
    const { rows } = await server.query<{ role: string; open: number }>(OPEN);
    for (const { role, open } of rows) most.set(role, Math.max(open, most.get(role) ?? 0));
    total = Math.max(
      total,
      rows.reduce((sum, { open }) => sum + open, 0),
    );
  }

  test("under load, the content service has as many connections as it may open, and no more; nor have all services together", async () => {
    const state = { isOver: false };
    const counting = (async () => {
      while (!state.isOver) await count();
    })();

    const answers: Awaited<ReturnType<typeof useEveryService>>[] = [];
    await eventually(
      async () => {
        answers.push(await useEveryService(stack, answers.length));
        return most.size === SERVICES && (most.get("content") ?? 0) >= ofContent;
      },
      { what: `the content service has ${ofContent} connections, and every service one` },
    );
    state.isOver = true;
    await counting;

    expect(answers).toEqual(answers.map(() => ALL_SERVED));
    expect([...most.keys()].toSorted()).toEqual(SERVICE_ROLES.toSorted());
    expect(Math.max(...most.values())).toBe(ofContent);
    expect(total).toBeLessThanOrEqual(ofAll);
  });
});
