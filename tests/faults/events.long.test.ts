import { TOGETHER } from "../support/stack/stack.ts";
import { testEvents } from "./events.ts";

testEvents(TOGETHER);
