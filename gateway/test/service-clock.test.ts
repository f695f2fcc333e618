import { createLog, createMetrics } from "@colophon/runtime";
import { expect, test } from "@jest/globals";
import { createServiceClocks } from "../src/forwarding/service-clock.ts";

const START = Date.parse("2026-01-01T00:00:00.900Z");
const at = (seconds: number): string => new Date(START + seconds * 1_000).toUTCString();

function setUp() {
  const clock = { wall: START, monotonic: 0 };
  const lines: string[] = [];
  const { registry } = createMetrics("gateway");
  const readTime = createServiceClocks({
    log: createLog({ name: "gateway", level: "info", to: { write: (line: string) => void lines.push(line) } }),
    registry,
    now: () => clock.wall,
    monotonic: () => clock.monotonic,
  });
  const pass = (ms: number): void => {
    clock.wall += ms;
    clock.monotonic += ms;
  };
  const shown = async (): Promise<number | undefined> =>
    (await registry.getSingleMetric("service_clock_difference_seconds")?.get())?.values[0]?.value;
  return { clock, lines, readTime, pass, shown };
}

test("a service whose clock is five seconds ahead or behind is logged, once a minute", () => {
  for (const seconds of [7, -7]) {
    const { lines, readTime, pass } = setUp();

    for (let answer = 0; answer <= 61; answer++) {
      readTime("content", at(answer + seconds));
      pass(1_000);
    }

    expect(lines).toEqual([expect.stringContaining("NTP"), expect.stringContaining('"service":"content"')]);
  }
});

test("smaller differences, and a single old header of a busy service, are not", () => {
  const { lines, readTime, pass } = setUp();

  for (const [answer, seconds] of [4, -4, -9, 0, 0].entries()) {
    readTime("content", at(answer + seconds));
    pass(1_000);
  }

  expect(lines).toEqual([]);
});

test("when the gateway's own clock is set back, all services are ahead of it", async () => {
  const { clock, lines, readTime, pass, shown } = setUp();
  readTime("auth", at(0));
  pass(1_000);

  clock.wall -= 180_000;
  for (const seconds of [1, 2]) {
    readTime("auth", at(seconds));
    pass(1_000);
  }

  expect(lines).toHaveLength(1);
  expect(await shown()).toBeCloseTo(179.1, 1);
});

test("the header's missing fractions of a second, and answers without a header, make no difference", async () => {
  const { readTime, pass, shown } = setUp();

  readTime("auth", at(0));
  pass(1_000);
  readTime("auth", undefined);

  expect(await shown()).toBe(0);
});
