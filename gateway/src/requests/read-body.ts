import type { IncomingMessage } from "node:http";
import { AppError } from "@colophon/errors";
import { letContinue, type Call } from "./call.ts";

const MEGABYTE = 1024 * 1024;
/** Chunks are joined in groups of this size: each chunk has a cost, and a caller may send single bytes. */
const MAX_PIECES = 1024;

/** Whether a request has a body, according to its headers. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}

export type BodyReader = ReturnType<typeof createBodyReader>;

/** Limits the memory for bodies: of one caller, and of all. */
export function createBodyReader({ perCallerBytes = 32 * MEGABYTE, inAllBytes = 192 * MEGABYTE } = {}) {
  const heldOf = new Map<string, number>();
  let held = 0;

  function hold(limitKey: string, bytes: number): void {
    const own = (heldOf.get(limitKey) ?? 0) + bytes;
    held += bytes;
    if (own === 0) heldOf.delete(limitKey);
    else heldOf.set(limitKey, own);
    if (bytes < 0) return;
    if (own > perCallerBytes) throw new AppError("TOO_MANY_REQUESTS", "Too many requests at once", { headers: { "retry-after": "1" } });
    if (held > inAllBytes) throw new AppError("SERVICE_UNAVAILABLE");
  }

  /**
   * Reads a body to its end before it is forwarded, so that a slow caller occupies only its own connection. The slow guard ends slow ones.
   *
   * @returns the body, kept in memory until the answer is complete.
   * @throws AppError PAYLOAD_TOO_LARGE, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE
   */
  return function readBody(call: Call, limitKey: string, limitBytes: number): Promise<Buffer> {
    const { request, response } = call;
    return new Promise((resolve, reject) => {
      const blocks: Buffer[] = [];
      let pieces: Buffer[] = [];
      let length = 0;
      const giveUp = (error: unknown): void => {
        request.off("data", take);
        blocks.length = pieces.length = 0;
        reject(error);
      };
      const take = (piece: Buffer): void => {
        length += piece.length;
        try {
          hold(limitKey, piece.length);
          if (length > limitBytes) throw new AppError("PAYLOAD_TOO_LARGE");
        } catch (refusal) {
          return giveUp(refusal);
        }
        pieces.push(piece);
        if (pieces.length < MAX_PIECES) return;
        blocks.push(Buffer.concat(pieces));
        pieces = [];
      };
      request.on("data", take);
      request.once("end", () => resolve(blocks.length === 0 && pieces.length === 1 ? pieces[0]! : Buffer.concat([...blocks, ...pieces])));
      request.once("error", giveUp);
      response.once("close", () => {
        request.off("data", take);
        hold(limitKey, -length);
      });
      letContinue(call);
    });
  };
}
