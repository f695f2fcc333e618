import { TOGETHER } from "../support/stack/stack.ts";
import { testRedisAway } from "./redis.ts";

testRedisAway(TOGETHER);
