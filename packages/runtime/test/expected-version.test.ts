import type { IncomingMessage } from "node:http";
import { expect, test } from "@jest/globals";
import { AppError, type ErrorCode } from "@colophon/model/errors";
import { withExpectedVersion } from "../src/index.ts";
import { NO_VERSION } from "../src/http/expected-version.ts";

/** The versions that the work of a request with these headers gets, and how the request ends. `refusals`: by the version that has them. */
async function tried(headers: IncomingMessage["headers"], refusals: Readonly<Record<number, Error>> = {}) {
  const versions: (number | null)[] = [];
  const work = async (version: number | null) => {
    versions.push(version);
    const refusal = refusals[version ?? 0];
    if (refusal) throw refusal;
    return version;
  };
  const outcome = await withExpectedVersion({ headers } as IncomingMessage, work).catch((error: { code?: ErrorCode }) => error.code);
  return { versions, outcome };
}

const changed = new AppError("PRECONDITION_FAILED");

test.each([
  [{}, null],
  [{ "if-match": "*" }, null],
  [{ "if-match": ' "7.abc-_1" ' }, 7],
  [{ "if-match": 'W/"7.abc"' }, -1],
  [{ "if-match": '"7"' }, -1],
  [{ "if-none-match": " * " }, NO_VERSION],
  [{ "if-none-match": '"7.abc"' }, null],
])("%j expects version %s", async (headers, version) => {
  expect(await tried(headers)).toEqual({ versions: [version], outcome: version });
});

test("of several versions, each is tried once until one is the current one", async () => {
  const headers = { "if-match": '"1.a", "2.b", "2.c", "3.d"' };

  expect(await tried(headers, { 1: changed })).toEqual({ versions: [1, 2], outcome: 2 });
  expect(await tried(headers, { 1: changed, 2: changed, 3: changed })).toEqual({ versions: [1, 2, 3], outcome: "PRECONDITION_FAILED" });
});

test.each([
  ["another refusal", new AppError("CONFLICT"), "CONFLICT"],
  ["an error with that code from elsewhere", Object.assign(new Error("not ours"), { code: "PRECONDITION_FAILED" }), "PRECONDITION_FAILED"],
])("after %s, no further version is tried", async (_name, refusal, outcome) => {
  expect(await tried({ "if-match": '"1.a", "2.b"' }, { 1: refusal })).toEqual({ versions: [1], outcome });
});

test("ten versions may be listed, eleven are refused", async () => {
  const list = (count: number) => ({ "if-match": Array.from({ length: count }, (_, at) => `"${at + 1}.a"`).join(",") });

  expect((await tried(list(10))).outcome).toBe(1);
  await expect(withExpectedVersion({ headers: list(11) } as IncomingMessage, async () => null)).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
  });
});
