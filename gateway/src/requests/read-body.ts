import { AppError } from "@colophon/model/errors";
import { createDenseSet } from "./dense-set.ts";
import { excessOf } from "./excess.ts";
import { letContinue, type Call } from "./call.ts";

const MEGABYTE = 1024 * 1024;
/** Chunks are joined in groups of this size: each chunk has a cost, and a caller may send single bytes. */
const MAX_PIECES = 1024;

export type BodyReader = ReturnType<typeof createBodyReader>;

/** A body in memory, whole or not. */
interface HeldBody {
  /** Rises with each body. */
  readonly number: number;
  readonly limitKey: string;
  bytes: number;
  isWhole: boolean;
  readonly giveUp: (refusal: unknown) => void;
}

/**
 * Limits the memory for bodies: of one caller, and of all. If there are too many, the caller who has most of them loses the oldest that isn't
 * complete: who sends all but the end of a body must not prevent others, or neighbours, from sending theirs.
 */
export function createBodyReader({ perCallerBytes = 32 * MEGABYTE, inAllBytes = 192 * MEGABYTE } = {}) {
  const bodies = createDenseSet<HeldBody>();
  let last = 0;
  const heldOf = new Map<string, number>();
  let held = 0;

  function hold(body: HeldBody, bytes: number): void {
    body.bytes += bytes;
    held += bytes;
    const own = (heldOf.get(body.limitKey) ?? 0) + bytes;
    if (own === 0) heldOf.delete(body.limitKey);
    else heldOf.set(body.limitKey, own);
    if (bytes > 0 && (own > perCallerBytes || held > inAllBytes)) makeRoom(body);
  }

  /** A whole body is at a service, or about to be. If there are only such ones, the newest is refused. */
  function makeRoom(newest: HeldBody): void {
    const oldestFirst = [...bodies].toSorted((a, b) => a.number - b.number);
    const excess = excessOf(oldestFirst, {
      max: inAllBytes,
      maxPerCaller: perCallerBytes,
      callerOf: ({ limitKey }) => limitKey,
      sizeOf: ({ bytes }) => bytes,
      rankOf: ({ isWhole }) => (isWhole ? 1 : 0),
    }).filter(({ isWhole }) => !isWhole);
    for (const body of excess.length > 0 ? excess : [newest]) {
      const refusal = refusalOf(body);
      free(body);
      body.giveUp(refusal);
    }
  }

  function refusalOf({ limitKey }: HeldBody): AppError {
    const isOwnLimit = (heldOf.get(limitKey) ?? 0) > perCallerBytes;
    if (!isOwnLimit) return new AppError("SERVICE_UNAVAILABLE");
    return new AppError("TOO_MANY_REQUESTS", "Too many requests at once", { headers: { "retry-after": "1" } });
  }

  function free(body: HeldBody): void {
    bodies.delete(body);
    hold(body, -body.bytes);
  }

  /**
   * Reads a body to its end before it is forwarded, so that a slow caller occupies only its own connection. The slow guard ends slow ones.
   *
   * @returns the body, kept in memory until the service has answered.
   * @throws AppError PAYLOAD_TOO_LARGE, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE
   */
  return function readBody(call: Call, limitKey: string, limitBytes: number): Promise<Buffer> {
    const { request, response } = call;
    return new Promise((resolve, reject) => {
      const pieces = createPieces();
      const giveUp = (refusal: unknown): void => {
        request.off("data", take);
        pieces.drop();
        reject(refusal);
      };
      const body: HeldBody = { number: ++last, limitKey, bytes: 0, isWhole: false, giveUp };
      const take = (piece: Buffer): void => {
        pieces.add(piece);
        if (body.bytes + piece.length > limitBytes) return giveUp(new AppError("PAYLOAD_TOO_LARGE"));
        hold(body, piece.length);
      };
      bodies.add(body);
      request.on("data", take);
      request.once("end", () => {
        body.isWhole = true;
        resolve(pieces.joined());
      });
      request.once("error", giveUp);
      const freeBody = (): void => free(body); // see CONTRIBUTING.md: not assigned directly
      call.freeBody = freeBody;
      response.once("close", () => {
        request.off("data", take);
        free(body);
      });
      letContinue(call);
    });
  };
}

function createPieces() {
  const blocks: Buffer[] = [];
  let pieces: Buffer[] = [];

  return {
    add(piece: Buffer): void {
      pieces.push(piece);
      if (pieces.length < MAX_PIECES) return;
      blocks.push(Buffer.concat(pieces));
      pieces = [];
    },
    drop(): void {
      blocks.length = pieces.length = 0;
    },
    joined: (): Buffer => (blocks.length === 0 && pieces.length === 1 ? pieces[0]! : Buffer.concat([...blocks, ...pieces])),
  };
}
