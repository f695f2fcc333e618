const AGAIN_MS = 10_000;

/** Passes on a sentence about what a process waits for when it is new, and every 10 s while it comes again. */
export function createReminder(say: (sentence: string) => void, { againMs = AGAIN_MS } = {}): (sentence: string) => void {
  const saidAt = new Map<string, number>();
  return (sentence) => {
    const now = performance.now();
    if (now - (saidAt.get(sentence) ?? -Infinity) < againMs) return;
    saidAt.set(sentence, now);
    say(sentence);
  };
}
