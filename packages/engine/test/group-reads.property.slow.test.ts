import { testGroupReads } from "./support/group-reads.ts";

testGroupReads(Number(process.env["GROUP_SITES"] ?? 25));
