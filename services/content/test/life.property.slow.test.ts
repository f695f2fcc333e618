import { testLives } from "./support/lives.ts";

testLives(80);
