import { testGroupLives } from "./support/group-lives.ts";

/** `GROUP_SEQUENCES=2000` for a long run. */
testGroupLives(Number(process.env["GROUP_SEQUENCES"] ?? 50));
