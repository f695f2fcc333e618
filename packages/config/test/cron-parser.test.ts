import { execFileSync } from "node:child_process";
import { expect, test } from "@jest/globals";
import { NODE_ENVIRONMENT } from "../../../tests/support/machine/node-environment.ts";

/** Run in a process of its own: another test may have loaded the parser into this one. */
const SCRIPT = `
  import { loadCronParser, validateConfig } from ${JSON.stringify(import.meta.resolve("../src/index.ts"))};
  const jobs = [{ name: "tidy", cron: "0 3 * * *", run: () => null }];
  const config = { entities: [], roles: [{ name: "admin", isAdmin: true }], jobs };
  const outcome = () => {
    try {
      return validateConfig(config);
    } catch (error) {
      return { error: error.name };
    }
  };
  const before = outcome();
  await loadCronParser();
  console.log(JSON.stringify([before, outcome()]));
`;

test("a configuration with cron is checked only after its parser was loaded", () => {
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", SCRIPT], {
    encoding: "utf8",
    env: { ...process.env, ...NODE_ENVIRONMENT },
  });

  expect(JSON.parse(output)).toMatchObject([{ error: "CronParserMissing" }, { ok: true }]);
});
