/** The sizes of a new image while the queue of derivatives has no room. */
import { expect, test } from "@jest/globals";
import type { Added, Urgency } from "@colophon/jobs";
import { createPrepareImage, type PrepareDependencies } from "../src/derivatives/prepare-image.ts";

const IMAGE = { id: "0190a0b0-0000-7000-8000-000000000001", width: 900, height: 600, focalX: 0.5, focalY: 0.5 };

/** A new image with two configured sizes. @param answers - what the queue answers; the last one from then on */
function prepareWith(...answers: readonly Added[]) {
  const calls: { key: string; urgency: Urgency | undefined; answer: Added }[] = [];
  const add = async (key: string, _: unknown, urgency?: Urgency): Promise<Added> => {
    const answer = answers[calls.length] ?? answers.at(-1) ?? "away";
    calls.push({ key, urgency, answer });
    return answer;
  };
  const dependencies = {
    assets: { findImage: async () => IMAGE },
    derivatives: { reserve: async () => ({ state: "pending", retrySeconds: 1 }) },
    queue: { add },
    images: { warm: () => undefined },
    configured: [{ w: 400 }, { w: 200 }],
    pauseMs: 0,
  };
  return { calls, prepare: createPrepareImage(dependencies as unknown as PrepareDependencies) };
}

test("the sizes of a new image are made in the background, behind those that callers wait for", async () => {
  const { calls, prepare } = prepareWith("added");

  await prepare(IMAGE);

  expect(calls.map(({ urgency }) => urgency)).toEqual(["background", "background"]);
  expect(new Set(calls.map(({ key }) => key)).size).toBe(2);
});

test("an image waits for room in a full queue, and each of its sizes is added once", async () => {
  const { calls, prepare } = prepareWith("full", "full", "added", "full", "added");

  await prepare(IMAGE);

  const added = calls.filter(({ answer }) => answer === "added").map(({ key }) => key);
  expect([calls.length, new Set(added).size]).toEqual([5, 2]);
});

test.each<Added>(["full", "away"])("if the queue stays %s, the job fails, and is retried later", async (answer) => {
  await expect(prepareWith(answer).prepare(IMAGE)).rejects.toThrow(`the queue is ${answer}`);
});
