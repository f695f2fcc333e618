/** `colophon doctor` with Redis behind TLS and Sentinels. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { freePort } from "../../../tests/support/servers/free-port.ts";
import { HAS_SENTINEL, startSentinels, type Sentinels } from "../../../tests/support/servers/sentinel.ts";
import { runDoctor } from "./doctor-fixture.ts";

type Variables = Readonly<Record<string, string>>;

const folder = mkdtempSync(join(tmpdir(), "colophon-doctor-"));
let sentinels: Sentinels;
let port: number;
let unused: number;

(HAS_SENTINEL ? describe : describe.skip)("doctor", () => {
  beforeAll(async () => {
    sentinels = await startSentinels();
    ({ port } = await sentinels.master());
    unused = await freePort();
  });
  afterAll(async () => {
    await sentinels?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test("finds Redis by its Sentinels, also if one of them is away, and by TLS alone", async () => {
    const { REDIS_SENTINELS = "" } = sentinels.variables;

    expect(await lineFor({})).toBe("ok  Redis: site by 3 Sentinels");
    expect(await lineFor({ REDIS_SENTINELS: `127.0.0.1:${unused},${REDIS_SENTINELS}` })).toBe("ok  Redis: site by 4 Sentinels");
    expect(await lineFor(direct())).toBe(`ok  Redis: 127.0.0.1:${port} answers`);
  });

  test.each<[string, () => Variables, RegExp]>([
    ["an unknown authority of the Sentinels", () => ({ REDIS_CA_FILE: "" }), /^127\.0\.0\.1:\d+ can't be reached \(.*certificate/],
    ["Sentinels that are away", () => ({ REDIS_SENTINELS: `127.0.0.1:${unused}` }), /can't be reached \(.*ECONNREFUSED/],
    [
      "Sentinels without TLS",
      () => ({ REDIS_URL: "redis://:x@by-sentinel", REDIS_CA_FILE: "" }),
      /^site by 3 Sentinels, but it accepts no/,
    ],
    ["a wrong password of the Sentinels", () => ({ REDIS_SENTINEL_PASSWORD: "wrong" }), /^site by 3 Sentinels.*WRONGPASS/],
    [
      "a wrong name",
      () => ({ REDIS_SENTINEL_NAME: "other" }),
      /^other by 3 Sentinels.*\(All sentinels are unreachable.*REDIS_SENTINEL_NAME/,
    ],
    ["a wrong password of Redis", () => ({ REDIS_URL: "rediss://:wrong@by-sentinel" }), /^site by 3 Sentinels.*WRONGPASS/],
    ["an unknown authority of Redis", () => direct({ REDIS_CA_FILE: "" }), /^127\.0\.0\.1:\d+ can't be reached \(.*certificate/],
    ["a wrong password with TLS", () => direct({ REDIS_URL: `rediss://:wrong@127.0.0.1:${port}` }), /^127\.0\.0\.1:\d+ .*WRONGPASS/],
    ["no TLS", () => direct({ REDIS_URL: `redis://127.0.0.1:${port}`, REDIS_CA_FILE: "" }), /^127\.0\.0\.1:\d+ answers, but it accepts no/],
  ])("names what is wrong: %s", async (_, variables, sentence) => {
    const line = await lineFor(variables());

    expect(line.slice(0, "--  Redis: ".length)).toBe("--  Redis: ");
    expect(line.slice("--  Redis: ".length)).toMatch(sentence);
    expect(line).not.toContain("secret of");
  });
});

/** The same Redis by its own address. */
function direct(own: Variables = {}): Variables {
  const url = new URL(sentinels.variables["REDIS_URL"] ?? "");
  const none = { REDIS_SENTINELS: "", REDIS_SENTINEL_NAME: "", REDIS_SENTINEL_PASSWORD: "" };
  return { ...none, REDIS_URL: `rediss://:${url.password}@127.0.0.1:${port}`, ...own };
}

async function lineFor(own: Variables): Promise<string> {
  const set = Object.entries({ ...sentinels.variables, ...own }).filter(([, value]) => value !== "");
  const { lines } = await runDoctor({ CMS_DATA_DIR: join(folder, "data"), ...Object.fromEntries(set) });
  return lines.find((line) => line.includes("Redis: ")) ?? "";
}
