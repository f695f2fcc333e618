import { Session, type Profiler } from "node:inspector/promises";
import { expect, test } from "@jest/globals";
import { selfTimesOf } from "./self-time.ts";

const root = "file:///project/";
const frame = (functionName: string, url: string, lineNumber = 0): Profiler.ProfileNode["callFrame"] => {
  return { functionName, scriptId: "1", url, lineNumber, columnNumber: 0 };
};
const PG = "file:///project/node_modules/.pnpm/pg@8/node_modules/pg/lib/query.js";
/** `list` calls pg, which calls `writev`; Node.js calls `admit` of the gateway. */
const PROFILE: Profiler.Profile = {
  nodes: [
    { id: 1, callFrame: frame("(root)", ""), children: [2, 5, 6, 7, 8] },
    { id: 2, callFrame: frame("list", `${root}services/content/src/reads/list.ts`, 11), children: [3] },
    { id: 3, callFrame: frame("submit", PG, 4), children: [4] },
    { id: 4, callFrame: frame("writev", "") },
    { id: 5, callFrame: frame("(garbage collector)", "") },
    { id: 6, callFrame: frame("(idle)", "") },
    { id: 7, callFrame: frame("(program)", "") },
    { id: 8, callFrame: frame("parserOnHeaders", "node:_http_common"), children: [9] },
    { id: 9, callFrame: frame("admit", `${root}gateway/src/limits/concurrency-limiter.ts`) },
  ],
  startTime: 0,
  endTime: 1_000,
  samples: [2, 3, 4, 4, 5, 6, 7, 8, 9, 1],
  timeDeltas: [50, 10, 20, 30, 30, 5, 500, 7, 8, 9],
};

test("a sample counts for the function on top until the next one; idle time doesn't count", () => {
  const { totalMicros, byPart } = selfTimesOf(PROFILE, { root, longestMicros: 1_000 });

  expect(totalMicros).toBe(119);
  expect(Object.fromEntries(byPart.map(({ name, micros }) => [name, micros]))).toEqual({
    "services/content": 10,
    "dependency pg": 20,
    "built-in functions": 60,
    "garbage collection": 5,
    "native code, outside JavaScript": 7,
    "Node.js": 8,
    gateway: 9,
  });
});

test("a function of the repository also has the time of what it calls outside", () => {
  const { byFunction, byOwnFunction } = selfTimesOf(PROFILE, { root, longestMicros: 1_000 });

  expect(byFunction.slice(0, 2)).toEqual([
    { name: "writev", micros: 60 },
    { name: "submit pg/lib/query.js:5", micros: 20 },
  ]);
  expect(byOwnFunction).toEqual([
    { name: "list services/content/src/reads/list.ts:12", micros: 90 },
    { name: "admit gateway/src/limits/concurrency-limiter.ts:1", micros: 9 },
  ]);
});

test("the time in which the process waited for a processor doesn't count", () => {
  const waited = { ...PROFILE, samples: [2, 3], timeDeltas: [0, 90_000] };

  expect(selfTimesOf(waited, { root, longestMicros: 400 }).totalMicros).toBe(400);
});

test("the profile of a running program can be read", async () => {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.start");
  const texts = Array.from({ length: 50_000 }, (_, at) => JSON.stringify({ at, text: "x".repeat(at % 100) }));
  const { profile } = await session.post("Profiler.stop");
  session.disconnect();

  const { totalMicros, byPart, byFunction } = selfTimesOf(profile, { root, longestMicros: 1_000_000 });

  const sumOf = (parts: readonly { readonly micros: number }[]) => parts.reduce((sum, { micros }) => sum + micros, 0);
  expect(texts).toHaveLength(50_000);
  expect(totalMicros).toBeGreaterThan(0);
  expect([sumOf(byPart), sumOf(byFunction)]).toEqual([totalMicros, totalMicros]);
});
