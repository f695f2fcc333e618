import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "../../../tests/support/eventually.ts";
import { freePort } from "../../../tests/support/servers/free-port.ts";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";
import { createDatabase, waitForSchema } from "../src/index.ts";
import { openDatabase } from "./support.ts";
import type { Opened } from "./support.ts";

let opened: Opened;
beforeAll(async () => void (opened = await openDatabase(TEST_LIMITS)));
afterAll(() => opened?.close());

test("a process that waits for its tables says which commands change them, again and again", async () => {
  const said: string[] = [];
  const stop = new AbortController();

  const waiting = waitForSchema(opened.database, "a hash that nobody applied", {
    signal: stop.signal,
    onWaiting: (sentence) => void said.push(sentence),
  });
  await eventually(() => said.length > 1);
  stop.abort();

  await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
  expect(new Set(said)).toEqual(new Set([expect.stringContaining("npx colophon schema apply")]));
});

test("a server that can't be reached is named, without its password", async () => {
  const port = await freePort();
  const said: string[] = [];
  const stop = new AbortController();
  const database = createDatabase({ url: `postgres://someone:hush@127.0.0.1:${port}/site` });

  const waiting = waitForSchema(database, "a hash", { signal: stop.signal, onWaiting: (sentence) => void said.push(sentence) });
  await eventually(() => said.length > 0);
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
  await database.close();

  expect(said[0]).toMatch(new RegExp(`^Waiting for PostgreSQL at 127\\.0\\.0\\.1:${port} \\(.+\\)`));
  expect(said[0]).not.toContain("hush");
});
