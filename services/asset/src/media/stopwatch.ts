/** Calls back after this time, without the time between `pause` and `resume`, which may nest. */
export function createStopwatch(limitMs: number, onEnd: () => void) {
  let leftMs = limitMs;
  let since = performance.now();
  let pauses = 0;
  let timer = setTimeout(onEnd, leftMs);
  return {
    pause(): void {
      if (pauses++ > 0) return;
      clearTimeout(timer);
      leftMs -= performance.now() - since;
    },
    resume(): void {
      if (--pauses > 0) return;
      since = performance.now();
      timer = setTimeout(onEnd, Math.max(0, leftMs));
    },
  };
}
