import { testLives } from "./support/lives.ts";

/** `LIFE_SEQUENCES=10000` for a long run. */
testLives(Number(process.env["LIFE_SEQUENCES"] ?? 150));
