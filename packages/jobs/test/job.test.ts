import { expect, test } from "@jest/globals";
import { z } from "zod";
import { defineJob, retryDelayMs } from "../src/index.ts";

const job = defineJob({ queue: "mail", name: "send", payload: z.object({ id: z.string() }) });

test("a job is tried five times, with a first delay of one second, unless its kind differs", () => {
  expect(job).toMatchObject({ attempts: 5, backoff: { firstMs: 1_000, longestMs: 60_000 } });
  expect(defineJob({ ...job, attempts: 20 }).attempts).toBe(20);
});

test("a queue's name with a colon is refused", () => {
  expect(() => defineJob({ ...job, queue: "a:b" })).toThrow("colon");
});

test("delays double up to the maximum", () => {
  const delays = [1, 2, 3, 7, 50].map((attempt) => retryDelayMs(job.backoff, attempt, 0.999_999));

  expect(delays).toEqual([1_000, 2_000, 4_000, 60_000, 60_000]);
});

test("a random factor shortens a delay by at most half", () => {
  expect(retryDelayMs(job.backoff, 1, 0)).toBe(500);
});
