import { testGroupReads } from "./support/group-reads.ts";

testGroupReads(10);
