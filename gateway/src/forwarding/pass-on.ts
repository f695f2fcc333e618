import type { IncomingMessage } from "node:http";
import type { RequestPolicy } from "@colophon/api";
import type { Call } from "../requests/call.ts";

/** What a service keeps of an answer that it streams: what it has read from the storage, and what the connection holds. */
const STREAM_BYTES = 128 * 1024;

interface Passing {
  readonly call: Call;
  readonly policy: RequestPolicy;
  /** Frees the place at the service. */
  readonly leave: () => void;
}

/**
 * Sends the body of an answer, at the caller's pace; a body that arrived as one piece together with the headers. The place at the service is
 * free as soon as the service only waits for the caller: a slow reader must not occupy it.
 */
export function passOn(answer: IncomingMessage, { call, policy, leave }: Passing): void {
  const { response } = call;
  const length = Number(answer.headers["content-length"]);
  const isStreamed = policy.bucket === "files" || Number.isNaN(length);
  let rest = length;
  const wait = (): void => {
    answer.pause();
    leave();
    response.once("drain", () => answer.resume());
  };
  answer.on("data", (piece: Buffer) => {
    rest -= piece.length;
    call.atServiceBytes = isStreamed ? STREAM_BYTES : rest;
    if (piece.length === length) response.end(piece);
    else if (!response.write(piece)) wait();
  });
  answer.once("end", () => {
    call.atServiceBytes = 0;
    leave();
    response.end();
  });
}
