/** What lines go to in the end, such as pino's destination. */
export interface LineSink {
  write(text: string): unknown;
  flush(done?: (error?: Error) => void): void;
  flushSync(): void;
}

const BATCH_LENGTH = 8_192;
const WAIT_MS = 200;

/**
 * Gathers lines and hands them on many at a time. The destination could gather them itself, but it measures all that it
 * holds anew at each line, which doubled the CPU of writing one (3.4 µs against 1.7).
 */
export function batchLines(sink: LineSink) {
  let held = "";
  let timer: NodeJS.Timeout | undefined;

  function handOn(): void {
    clearTimeout(timer);
    timer = undefined;
    if (held === "") return;
    const text = held;
    held = "";
    sink.write(text);
  }

  return {
    write(line: string): void {
      held += line;
      if (held.length >= BATCH_LENGTH) handOn();
      else timer ??= setTimeout(handOn, WAIT_MS).unref();
    },

    /** Hands everything on and calls back when it is written. */
    flush(done?: (error?: Error) => void): void {
      handOn();
      sink.flush(done);
    },

    /** The same, at once: for the last words of a process. */
    flushSync(): void {
      handOn();
      sink.flushSync();
    },
  };
}
