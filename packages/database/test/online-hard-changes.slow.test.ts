import { testOnlineChanges } from "./online-hard-changes.ts";

testOnlineChanges("slow");
