import { Readable } from "node:stream";
import { expect, test } from "@jest/globals";
import { observed } from "../src/index.ts";
import type { Storage, StorageFacts } from "../src/index.ts";

test("each call of the storage is reported with its outcome, and passed on unchanged", async () => {
  const failure = new Error("no answer");
  const facts: StorageFacts[] = [];
  const stored = { body: Readable.from([]), size: 0 };
  const inner = { stagingFolder: "/tmp", read: async () => stored, write: async () => Promise.reject(failure), stat: async () => null };
  const storage = observed(inner as unknown as Storage, (operation) => void facts.push(operation));

  const read = await storage.read("originals/a");
  const refused = storage.write("originals/a", "file");

  await expect(refused).rejects.toBe(failure);
  expect([read, await storage.stat("originals/a"), storage.stagingFolder]).toEqual([stored, null, "/tmp"]);
  expect(facts.map(({ operation, outcome }) => [operation, outcome])).toEqual([
    ["read", "done"],
    ["write", "failed"],
    ["stat", "done"],
  ]);
});
