import { testGroupLives } from "./support/group-lives.ts";

testGroupLives(250);
