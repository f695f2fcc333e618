import { eventually } from "../support/eventually.ts";

/** The answers that the gateway of a site has kept. @param opsPort - of its metrics */
export function createKeptAnswers(opsPort: number) {
  /** How many reads were answered by kept answers, and how many could have been. */
  async function found(): Promise<{ hit: number; miss: number }> {
    const text = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text();
    const count = (outcome: string) =>
      Number(new RegExp(`^answer_cache_reads_total\\{.*outcome="${outcome}".*\\} (\\d+)`, "m").exec(text)?.[1] ?? 0);
    return { hit: count("hit"), miss: count("miss") };
  }

  return {
    found,

    /** Repeats a read until its answer is a kept one. @returns that answer */
    async untilKept<T>(read: () => Promise<T>): Promise<T> {
      const { answer } = await eventually(
        async () => {
          const before = await found();
          const answer = await read();
          return { answer, isKept: (await found()).hit > before.hit };
        },
        { accepts: ({ isKept }) => isKept },
      );
      return answer;
    },
  };
}
