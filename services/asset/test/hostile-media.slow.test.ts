import { expect, test } from "@jest/globals";
import { hostileMedia, type HostileMedia } from "../../../tests/support/media/hostile-media.ts";
import { createMediaReader, MediaFailure } from "../src/media/reader.ts";

const WORKERS = 3;
const PATIENCE_MS = 300_000;

test(
  "no hostile video or audio file needs much processor time, and its measured values are plausible or missing",
  async () => {
    const files = hostileMedia();
    const reader = createMediaReader({ wallMs: PATIENCE_MS }); // a file that takes longer fails this test
    const wrong: string[] = [];
    const examine = async ({ name, bytes }: HostileMedia): Promise<void> => {
      const read = async (start: number, end: number) => bytes.subarray(start, end);
      const facts = await reader.factsOf({ size: bytes.length, read }).catch((error: unknown) => {
        if (!(error instanceof MediaFailure)) throw error;
        return {};
      });
      const isSensible = Object.values(facts).every((fact) => fact === null || (fact > 0 && fact <= 1e8));
      if (!isSensible) wrong.push(`${name}: ${JSON.stringify(facts)}`);
    };

    const left = [...files];
    const examineNext = async (): Promise<void> => {
      for (let next = left.pop(); next; next = left.pop()) await examine(next);
    };
    await Promise.all(Array.from({ length: WORKERS }, examineNext)).finally(() => reader.close());

    expect(wrong).toEqual([]);
    expect(files.length).toBeGreaterThanOrEqual(40);
  },
  2 * PATIENCE_MS,
);
