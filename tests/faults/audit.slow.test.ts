import { SEPARATE } from "../support/stack/stack.ts";
import { testAudit } from "./audit.ts";

testAudit(SEPARATE);
