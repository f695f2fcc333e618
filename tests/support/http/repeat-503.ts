import { setTimeout as sleep } from "node:timers/promises";
import { LIMIT_MS } from "../eventually.ts";

/** Repeats a request while the answer is a 503 with `Retry-After`, as clients should do. Such answers are expected on a busy machine. */
export async function repeating503<A extends { readonly status: number; readonly headers: Headers }>(
  ask: () => Promise<A>,
  onBusy?: (answer: A) => void,
): Promise<A> {
  const giveUpAt = performance.now() + LIMIT_MS;
  for (;;) {
    const answer = await ask();
    const seconds = Number(answer.headers.get("retry-after"));
    if (answer.status !== 503 || !(seconds > 0) || performance.now() > giveUpAt) return answer;
    onBusy?.(answer);
    await sleep(seconds * 1_000);
  }
}
