import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { failuresIn } from "../jest-report.ts";
import { ROOT } from "../stack/settings.ts";

const folder = mkdtempSync(join(tmpdir(), "colophon-report-"));
afterAll(() => rmSync(folder, { recursive: true }));

const passed = { fullName: "one and one are two", status: "passed", failureMessages: [] };
const red = (text: string) => `\u001b[31m${text}\u001b[39m`;

function written(...testResults: object[]): string {
  const file = join(folder, "report.json");
  writeFileSync(file, JSON.stringify({ testResults }));
  return file;
}

test("each failed test is a line, with the first line of its message as plain text", () => {
  const name = join(ROOT, "tests/a.test.ts");
  const failed = {
    fullName: "two and two are five",
    status: "failed",
    failureMessages: [`${red("Error: they are four")}\n    at a.test.ts:3`],
  };

  const file = written({ name, status: "failed", message: "", assertionResults: [passed, failed] });

  expect(failuresIn(file)).toEqual(["tests/a.test.ts › two and two are five › Error: they are four"]);
});

test("a file that could not be run is a line too, and one that passed is none", () => {
  const broken = {
    name: join(ROOT, "b.test.ts"),
    status: "failed",
    message: "  ● Test suite failed to run\n\n    Cannot find it\n",
    assertionResults: [],
  };

  const file = written({ ...broken, name: join(ROOT, "c.test.ts"), status: "passed", assertionResults: [passed] }, broken);

  expect(failuresIn(file)).toEqual(["b.test.ts › (the file itself) › Cannot find it"]);
});

test("without a report of jest the result is null", () => {
  expect(failuresIn(join(folder, "none.json"))).toBeNull();
});
