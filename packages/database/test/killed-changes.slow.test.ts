import { testKilledChanges } from "./killed-changes.ts";

testKilledChanges("slow");
