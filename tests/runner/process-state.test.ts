import { tmpdir } from "node:os";
import { expect, test } from "@jest/globals";
import { keepProcessState } from "./process-state.ts";

const state = () => ({ exit: process.exit, fetch: globalThis.fetch, folder: process.cwd(), variables: { ...process.env } });

test("the next test file finds the process as it was: its variables, its folder, its exit and its fetch", () => {
  const [before, restore] = [state(), keepProcessState()];

  process.env["A_TEST_ADDED_IT"] = "1";
  Reflect.deleteProperty(process.env, "PATH");
  process.env["NODE_ENV"] = "other";
  process.chdir(tmpdir());
  process.exit = () => {
    throw new Error("no exit");
  };
  globalThis.fetch = () => Promise.reject(new Error("no network"));
  restore();

  expect(state()).toEqual(before);
});
