/** What a supervisor sends over its channel to a process, to see whether its event loop runs, and the answer. */
export const PING = "ping";
export const PONG = "pong";

/** Answers the supervisor's pings, if there is one. The channel doesn't keep this process running. */
export function answerPings(): void {
  if (!process.channel) return;
  process.on("message", (message) => {
    if (message === PING) process.send?.(PONG, undefined, {}, () => undefined); // the supervisor may have ended
  });
  process.channel.unref();
}
