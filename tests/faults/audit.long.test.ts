import { TOGETHER } from "../support/stack/stack.ts";
import { testAudit } from "./audit.ts";

testAudit(TOGETHER);
