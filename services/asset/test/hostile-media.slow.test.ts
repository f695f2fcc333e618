import { expect, test } from "@jest/globals";
import { hostileMedia, type HostileMedia } from "../../../tests/support/hostile-media.ts";
import { createMediaReader, MediaFailure } from "../src/media/reader.ts";

const WORKERS = 3;

test("no hostile film or sound takes long, or gives anything but sensible figures or none", async () => {
  const files = hostileMedia();
  const reader = createMediaReader();
  const wrong: string[] = [];
  const examine = async ({ name, bytes }: HostileMedia): Promise<void> => {
    const startedAt = Date.now();
    const read = async (start: number, end: number) => bytes.subarray(start, end);
    const facts = await reader.factsOf({ size: bytes.length, read }).catch((error: unknown) => {
      if (!(error instanceof MediaFailure)) throw error;
      return {};
    });
    const isSensible = Object.values(facts).every((fact) => fact === null || (fact > 0 && fact <= 1e8));
    if (!isSensible || Date.now() - startedAt > 12_000) wrong.push(`${name}: ${JSON.stringify(facts)}, ${Date.now() - startedAt} ms`);
  };

  const left = [...files];
  const examineNext = async (): Promise<void> => {
    for (let next = left.pop(); next; next = left.pop()) await examine(next);
  };
  await Promise.all(Array.from({ length: WORKERS }, examineNext)).finally(() => reader.close());

  expect(wrong).toEqual([]);
  expect(files.length).toBeGreaterThanOrEqual(40);
}, 120_000);
