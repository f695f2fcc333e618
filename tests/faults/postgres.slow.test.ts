import { TOGETHER } from "../support/stack/stack.ts";
import { testPostgresAway } from "./postgres.ts";

testPostgresAway(TOGETHER);
