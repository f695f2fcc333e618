/** Redis behind Sentinels, with TLS: the site follows to the new master, whichever way the old one fails. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Redis } from "ioredis";
import { eventually } from "../support/eventually.ts";
import { HAS_SENTINEL, startSentinels, type Sentinels } from "../support/servers/sentinel.ts";
import { freezeProcesses } from "../support/machine/signals.ts";
import { SEPARATE, startTestStack, type TestStack } from "../support/stack/stack.ts";
import { failuresAmong, startLoad } from "./load.ts";

const EACH_SECOND = 12;

let sentinels: Sentinels;
let stack: TestStack;
const keys: string[] = [];
let waitingWorkers = 0;

(HAS_SENTINEL ? describe : describe.skip)("while requests go on", () => {
  beforeAll(async () => {
    sentinels = await startSentinels();
    const redis = { url: sentinels.variables["REDIS_URL"] ?? "", pid: null, stop: sentinels.stop };
    const variables = { ...SEPARATE, ...sentinels.variables };
    stack = await startTestStack({ configFile: join(import.meta.dirname, "fault.config.ts"), variables, redis });
  });
  afterAll(async () => {
    await stack?.stop();
  });

  test("everything uses Redis by Sentinels", async () => {
    await eventually(async () => (waitingWorkers = await workersAtMaster()) > 0 && (await countsAtMaster()), {
      what: "the master is used",
    });
  });

  test("the master hangs: its replica takes over, every request is answered, and no job is lost", async () => {
    const old = await sentinels.master();

    await underLoad(async () => {
      const thaw = freezeProcesses(old.pid);
      await eventually(async () => (await sentinels.master()).port !== old.port && (await isUsedByAll()), {
        what: "the new master is used",
      });
      thaw();
    });
    const client = sentinels.connect(old.port);
    await eventually(async () => (await client.role())[0] === "slave", { what: "the old master has become a replica" });
    client.disconnect();
  });

  test("the master is killed: so it is again", async () => {
    const old = await sentinels.master();

    await underLoad(async () => {
      process.kill(old.pid, "SIGKILL");
      await eventually(async () => (await sentinels.master()).port !== old.port && (await isUsedByAll()), {
        what: "the new master is used",
      });
    });
  });
});

/** Reads, writes and writes with a job go on during `work`, and for a while after it; all succeed, and so do the jobs. */
async function underLoad(work: () => Promise<void>): Promise<void> {
  const admin = stack.admin.withoutRetries();
  const load = startLoad(EACH_SECOND, (number) => {
    if (number % 4 === 0) return admin.post("/api/tag", { label: `number ${number}` });
    if (number % 4 === 2) return makeKey();
    return admin.get("/api/tag?limit=5");
  });
  await eventually(() => load.results.length > EACH_SECOND, { what: "requests are answered" });
  await work();
  const before = load.results.length;
  await eventually(() => load.results.length > before + EACH_SECOND, { what: "requests are answered afterwards" });
  expect(failuresAmong(await load.stop())).toEqual([]);
  await eventually(() => keys.every((name) => stack.smtp.mails.some(({ raw }) => raw.includes(`Name: ${name}.`))), {
    what: "every key was announced by mail",
  });
}

/** Its owner is told by a mail: a job in the outbox. */
function makeKey() {
  const name = `key ${keys.length}`;
  keys.push(name);
  return stack.admin.withoutRetries().post("/api/_api-keys", { name: `${name}.`, role: "admin" });
}

/** Whether the gateway counts requests in the master, and all workers wait for jobs there. */
async function isUsedByAll(): Promise<boolean> {
  return (await workersAtMaster()) >= waitingWorkers && (await countsAtMaster());
}

const workersAtMaster = () => atMaster(async (client) => String(await client.client("LIST")).match(/cmd=bzpopmin/g)?.length ?? 0);

function countsAtMaster(): Promise<boolean> {
  return atMaster(async (client) => {
    const known = await client.keys("cms:limit:*"); // the replica had them, too
    if (known.length > 0) await client.del(known);
    await stack.visitor.get("/api/tag");
    return (await client.keys("cms:limit:*")).length > 0;
  });
}

async function atMaster<T>(work: (client: Redis) => Promise<T>): Promise<T> {
  const client = sentinels.connect((await sentinels.master()).port);
  try {
    return await work(client);
  } finally {
    client.disconnect();
  }
}
