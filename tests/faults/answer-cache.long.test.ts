import { testAnswerCache } from "./answer-cache.ts";

testAnswerCache(5);
