import { expect, test } from "@jest/globals";
import { loadCronParser, validateConfig } from "../src/index.ts";
import { CronParserMissing } from "../src/job-times.ts";
import { site } from "./support/site.ts";

test("a configuration with cron is checked only after its parser was loaded", async () => {
  const config = site({ jobs: [{ name: "tidy", cron: "0 3 * * *", run: () => null }] });

  expect(() => validateConfig(config)).toThrow(CronParserMissing);
  await loadCronParser();
  expect(validateConfig(config)).toMatchObject({ ok: true });
});
