import { SEPARATE } from "../support/stack/stack.ts";
import { testEvents } from "./events.ts";

testEvents(SEPARATE);
