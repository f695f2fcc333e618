import { expect, test } from "@jest/globals";
import { problemWith } from "../bin/require-node.cjs";
import { createOutput } from "../src/stack/output.ts";
import { restartDelayMs } from "../src/stack/processes/supervise.ts";

const linux = { platform: "linux", arch: "x64", glibc: true, installed: false };

test.each([
  ["Node 24 anywhere", { ...linux, platform: "darwin", version: "24.1.0", glibc: false }, null],
  ["Node 20 on Linux before the install, which brings Node 24", { ...linux, version: "20.18.0" }, null],
  ["Node 20 on Linux that runs a script directly", { ...linux, version: "20.18.0", installed: true }, /npm start/],
  [
    "Node 22 on macOS",
    { ...linux, platform: "darwin", arch: "arm64", version: "22.0.0", glibc: false },
    /needs Node 24 or newer, and this is Node 22\.0\.0.*nodejs\.org/,
  ],
  ["Node 20 on a Linux without glibc", { ...linux, version: "20.18.0", glibc: false }, /nodejs\.org/],
])("an unsupported Node is refused in one sentence: %s", (_name, machine, expected) => {
  const sentence = problemWith(machine);

  expected === null ? expect(sentence).toBeNull() : expect(sentence).toMatch(expected);
});

test.each([
  ["plain words", "plain words"],
  ['{"level":30,"time":1,"name":"content","msg":"listening","port":1}', "listening (port=1)"],
  ['{"level":50,"msg":"upstream away","cause":{"code":"X"}}', 'error: upstream away (cause={"code":"X"})'],
  ['{"level":"warn","msg":"slow"}', "warn: slow"],
  ["{not json", "{not json"],
  ['{"level":30,"msg":"request","method":"GET","path":"/api/tag","status":200,"ms":1.5,"requestId":"r"}', null],
])("a process's line %j is shown as %j", (line, shown) => {
  let text = "";

  createOutput((more) => (text += more)).printLine("content", line);

  expect(text).toBe(shown === null ? "" : `content  │ ${shown}\n`);
});

test("a request is shown once, by the gateway, and a health probe not at all", () => {
  let text = "";
  const output = createOutput((more) => (text += more));

  output.printLine("gateway", '{"level":30,"msg":"request","method":"GET","path":"/api/tag","status":200,"ms":1.5,"requestId":"r"}');
  output.printLine("gateway", '{"level":30,"msg":"request","method":"GET","path":"/api/health","status":200,"ms":1.5,"requestId":"r"}');
  output.printLine("gateway", '{"level":30,"msg":"request","method":"GET","path":"/api/tag","status":503,"ms":2,"requestId":"r"}');

  expect(text).toBe("gateway  │ 200 GET /api/tag 1.5 ms\ngateway  │ 503 GET /api/tag 2 ms (requestId=r)\n");
});

test("the delay before a restart grows to at most 10 s", () => {
  expect([1, 2, 3, 4, 5, 6, 60].map(restartDelayMs)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
});
