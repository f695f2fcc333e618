/** The order of scripts/compose-update, with a fake `docker`; tests/compose/run uses it on a real stack under load. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { FakeState } from "./fake-docker.process.ts";

const SCRIPT = join(import.meta.dirname, "../../scripts/compose-update");
const FAKE = join(import.meta.dirname, "fake-docker.process.ts");
const SERVICES = ["content", "auth", "search", "asset", "asset-worker", "email-worker", "webhook-worker", "gateway"];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "colophon-update-"));
  writeFileSync(join(folder, "docker"), `#!/bin/sh\nexec "${process.execPath}" "${FAKE}" "$@"\n`, { mode: 0o755 });
});
afterEach(() => rmSync(folder, { recursive: true }));

function update(given: Partial<FakeState>, services: readonly string[] = []) {
  const state: FakeState = {
    containers: Object.fromEntries(SERVICES.map((name) => [name, [`${name}-old`]])),
    published: [],
    failing: [],
    ...given,
  };
  const [stateFile, callsFile] = [join(folder, "state.json"), join(folder, "calls")];
  writeFileSync(stateFile, JSON.stringify(state));
  const env = { PATH: `${folder}${delimiter}${process.env["PATH"]}`, FAKE_STATE: stateFile, FAKE_CALLS: callsFile };
  const { status, stderr } = spawnSync("sh", [SCRIPT, ...services], { env, encoding: "utf8" });
  const { containers }: FakeState = JSON.parse(readFileSync(stateFile, "utf8"));
  const changes = readFileSync(callsFile, "utf8")
    .split("\n")
    .filter((call) => /^(compose (run|up)|stop|rm) /.test(call))
    .map((call) => call.replaceAll(/ --(?:detach|no-deps|wait-timeout \d+|wait|force|rm|time \d+)(?= )/g, ""));
  return { status, stderr, containers, changes };
}

test("each service gets new containers before the old ones stop: after the tables, and the gateway last", () => {
  const { status, containers, changes } = update({});

  expect(status).toBe(0);
  expect(changes).toEqual([
    "compose run secrets",
    "compose run migrate",
    ...SERVICES.flatMap((name) => [`compose up --no-recreate --scale ${name}=2 ${name}`, `stop ${name}-old`, `rm ${name}-old`]),
  ]);
  expect(containers).toEqual(Object.fromEntries(SERVICES.map((name) => [name, [`${name}-new-1`]])));
});

test("the number of replicas stays, and only the named services are replaced", () => {
  const { containers, changes } = update({ containers: { asset: ["a", "b", "c"], auth: ["d"] } }, ["asset"]);

  expect(changes).toEqual(["compose up --no-recreate --scale asset=6 asset", "stop a b c", "rm a b c"]);
  expect(containers).toEqual({ asset: ["asset-new-3", "asset-new-4", "asset-new-5"], auth: ["d"] });
});

test("if the tables can't be updated, no container is touched", () => {
  const { status, changes } = update({ failing: ["migrate"] });

  expect(status).toBe(1);
  expect(changes).toEqual(["compose run secrets", "compose run migrate"]);
});

test("if new containers don't become ready they are removed, and the old ones run on", () => {
  const { status, stderr, containers } = update({ failing: ["search"] });

  expect(status).toBe(1);
  expect(stderr).toContain("search: the new containers did not become ready");
  expect(containers["search"]).toEqual(["search-old"]);
  expect(containers["gateway"]).toEqual(["gateway-old"]);
});

test("a gateway with a port of the host is replaced in its place, with a warning", () => {
  const { status, stderr, changes } = update({ published: ["gateway"] }, ["gateway"]);

  expect(status).toBe(0);
  expect(changes).toEqual(["compose up --force-recreate gateway"]);
  expect(stderr).toContain("docker-compose.caddy.yml");
});
