/** A pause that can be interrupted, also by a call before it began. */
export function createAlarm() {
  let rang = false;
  let wake = (): void => undefined;
  return {
    ring(): void {
      rang = true;
      wake();
    },
    async pause(longestMs: number): Promise<void> {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, longestMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        if (rang) wake();
      });
      rang = false;
    },
  };
}
