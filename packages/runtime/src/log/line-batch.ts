/** The destination of lines, such as pino's. */
export interface LineSink {
  write(text: string): unknown;
  flush(done?: (error?: Error) => void): void;
  flushSync(): void;
}

const BATCH_LENGTH = 8_192;
const WAIT_MS = 200;

/**
 * Collects lines and writes them in batches. The destination could do so itself, but it measures its whole buffer at each line, which
 * doubled the CPU time of writing one (3.4 µs against 1.7).
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

    /** Writes everything and calls back when it is written. */
    flush(done?: (error?: Error) => void): void {
      handOn();
      sink.flush(done);
    },

    /** The same, synchronously: for the last lines of a process. */
    flushSync(): void {
      handOn();
      sink.flushSync();
    },
  };
}
