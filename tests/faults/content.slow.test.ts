import { test } from "@jest/globals";
import { SEPARATE } from "../support/stack/stack.ts";
import { expectWholeAfterKillsOf } from "./broken-writes.ts";
import { testSlowHooks } from "./content.ts";

const site = testSlowHooks({ ...SEPARATE, DATABASE_POOL_SIZE: "10" });

test("content is killed during writes: no acknowledged write is lost, none is stored twice or partly", async () => {
  await expectWholeAfterKillsOf("content", site.stack);
});
