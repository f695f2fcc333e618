import { testLives } from "./support/lives.ts";

testLives(1000);
