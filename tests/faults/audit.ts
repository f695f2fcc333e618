import { join } from "node:path";
import { createAuditTable, createDatabase, verifyAudit } from "@colophon/database";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { TEST_LIMITS } from "../support/database/test-limits.ts";
import { startPostgresServer, type OwnPostgres } from "../support/servers/postgres-server.ts";
import { actionsUntil, loggedActions, sealed } from "./audit-log.ts";
import { startTestStack, type Processes, type TestStack } from "../support/stack/stack.ts";
import { writeThrough } from "./write-through.ts";

const RECORDS = 8;

let postgres: OwnPostgres;
let stack: TestStack;

/** Declares the test. */
export function testAudit(processes: Processes): void {
  beforeAll(async () => {
    postgres = await startPostgresServer({ durable: true });
    const variables = { ...processes, CONFIRM_MINUTES: "0", RATE_LIMIT_USER_PER_MINUTE: "1000000" };
    stack = await startTestStack({ configFile: join(import.meta.dirname, "audit.config.ts"), variables, postgres });
  });
  afterAll(() => stack?.stop());

  test("whatever is killed, every committed change has one row, a rolled back one has none, and the chain is complete", killBetweenChanges);
}

async function killContent(): Promise<void> {
  const pid = await stack.pidOf("content");
  if (pid !== null) process.kill(pid, "SIGKILL");
}

async function restartPostgres(): Promise<void> {
  await postgres.kill();
  await postgres.startAgain();
}

async function killBetweenChanges(): Promise<void> {
  await writeThrough({
    stack,
    faults: [killContent, restartPostgres],
    records: RECORDS,
    changes: 15,
    betweenFaults: 30,
    label: "tag",
  });

  const database = createDatabase({ url: postgres.url, ...TEST_LIMITS });
  try {
    await sealed(database);
    const tags = await database.run<{ id: string; version: number }>({ text: "select id, version from content.tag" });
    const notes = await database.run<{ id: string }>({ text: "select id from content.note" });

    const expected = tags.map(({ id, version }) => [id, actionsUntil(version)] as const);
    expect(expected.reduce((sum, [, actions]) => sum + actions.length, 0)).toBeGreaterThan(RECORDS * 2);
    expect(await loggedActions(database, "tag")).toEqual(new Map(expected));
    expect(await loggedActions(database, "note")).toEqual(new Map(notes.map(({ id }) => [id, ["create"]])));
    expect((await verifyAudit(createAuditTable(database))).broken).toEqual([]);
  } finally {
    await database.close();
  }
}
