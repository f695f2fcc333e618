import { test } from "@jest/globals";
import { expectWholeAfterKillsOf } from "./broken-writes.ts";
import { useFaultSite } from "./site.ts";

const site = useFaultSite();

test("the process with all services is killed during writes: no acknowledged write is lost, none is stored twice or partly", async () => {
  await expectWholeAfterKillsOf("services", site.stack);
});
