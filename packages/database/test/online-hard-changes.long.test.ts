import { testOnlineChanges } from "./online-hard-changes.ts";

testOnlineChanges("long");
