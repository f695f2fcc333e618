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
 *
 * @param keep - called with the complete body, if it is cached.
 */
export function passOn(answer: IncomingMessage, { call, policy, leave }: Passing, keep: ((body: Buffer) => void) | null): void {
  const { response } = call;
  const length = Number(answer.headers["content-length"]);
  const isStreamed = policy.bucket === "files" || Number.isNaN(length);
  let rest = length;
  const wait = (): void => {
    answer.pause();
    leave();
    response.once("drain", () => answer.resume());
  };
  const pieces: Buffer[] = [];
  answer.on("data", (piece: Buffer) => {
    rest -= piece.length;
    if (keep) pieces.push(piece);
    call.atServiceBytes = isStreamed ? STREAM_BYTES : rest;
    if (piece.length === length) response.end(piece);
    else if (!response.write(piece)) wait();
  });
  answer.once("end", () => {
    call.atServiceBytes = 0;
    leave();
    response.end();
    if (keep && answer.complete && rest === 0) keep(copyOf(pieces, length));
  });
}

/** In memory of its own: a piece is part of a larger one, which would be kept with it. */
function copyOf(pieces: readonly Buffer[], length: number): Buffer {
  const body = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const piece of pieces) at += piece.copy(body, at);
  return body;
}
