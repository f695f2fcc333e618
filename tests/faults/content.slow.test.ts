import { test } from "@jest/globals";
import { SEPARATE } from "../support/stack/stack.ts";
import { expectWholeAfterKillsOf } from "./broken-writes.ts";
import { testSlowHooks } from "./content.ts";
import { useFaultSite } from "./site.ts";

const site = useFaultSite(async () => ({ variables: { ...SEPARATE, DATABASE_POOL_SIZE: "10" } }));

test("content is killed during writes: no acknowledged write is lost, none is stored twice or partly", async () => {
  await expectWholeAfterKillsOf("content", site.stack);
});

testSlowHooks(site);
