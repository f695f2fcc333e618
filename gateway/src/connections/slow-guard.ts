import { AppError } from "@colophon/model/errors";
import { excessOf } from "../requests/excess.ts";
import type { Call } from "../requests/call.ts";
import { createDenseSet } from "../requests/dense-set.ts";

/** A body that is no upload must arrive within one window, and an answer must be read at least at this rate. */
const WINDOW_MS = 30_000;
const MIN_READ_BYTES = 8 * 1024;
/** An upload has no time limit while it makes progress: 4 kB a second, over each minute. */
const UPLOAD_WINDOW_MS = 60_000;
const MIN_BYTES_PER_SECOND = 4000;
/** Both rates are those for this many answers or uploads in progress; they rise with the number. */
const USUAL_TRANSFERS = 64;
/** Often, so that slow requests are ended one after another: otherwise all their callers would return at the same moment. */
const CHECKS_IN_WINDOW = 300;
/** At most twice the average per check: a pause of the process makes many late at once. */
const ENDED_PER_LOOK = 2 / CHECKS_IN_WINDOW;
/** A transfer of this age has a rate. A younger one isn't ended because of others. */
const SETTLED_MS = 5_000;

/** The limits of all transfers together. */
export interface TransferLimits {
  /** The memory of answers that wait for their readers, here and at the services. */
  readonly unreadBytes?: number;
  /** Uploads in progress; fewer than the places for them, so that a place is free for the next caller. */
  readonly uploads?: number;
  readonly uploadsPerCaller?: number;
}

/** The bytes that a request had transferred at a time. */
interface Mark {
  readonly at: number;
  readonly bytes: number;
}

interface Watched {
  readonly call: Call;
  /** Whether its caller still sends. */
  isSending: boolean;
  /** The beginning of the body, then that of the answer. */
  begin: Mark;
  /** The beginning of the current window. */
  window: Mark;
}

export type SlowGuard = ReturnType<typeof createSlowGuard>;

/**
 * Ends requests whose caller sends the body, or reads the answer, too slowly. A request that waits for a service is not slow. Of a
 * connection's requests only the current one is watched. The more transfers there are, the faster they must be. If they are too many, the
 * caller who has most of them loses the slowest.
 */
export function createSlowGuard({
  windowMs = WINDOW_MS,
  uploadWindowMs = UPLOAD_WINDOW_MS,
  unreadBytes = 256 * 1024 * 1024,
  uploads = 448,
  uploadsPerCaller = 56,
}: TransferLimits & { readonly windowMs?: number; readonly uploadWindowMs?: number } = {}) {
  const watched = createDenseSet<Watched>();

  function check(): void {
    const now = performance.now();
    for (const entry of watched) turnToAnswer(entry, now);
    const unread = [...watched].filter(({ call }) => isUnread(call));
    const uploading = [...watched].filter(({ call }) => isUploading(call));
    endExcess(unread, uploading, now);

    const minRead = MIN_READ_BYTES * Math.max(1, unread.length / USUAL_TRANSFERS);
    const minSentPerSecond = MIN_BYTES_PER_SECOND * Math.max(1, uploading.length / USUAL_TRANSFERS);
    let mayEnd = Math.ceil(watched.size * ENDED_PER_LOOK);
    for (const entry of watched) {
      const age = now - entry.window.at;
      if (age < windowMs || (entry.isSending && isUpload(entry.call) && age < uploadWindowMs)) continue;
      if (isSlow(entry, entry.isSending ? (age / 1000) * minSentPerSecond : minRead)) {
        if (mayEnd === 0) continue;
        mayEnd--;
        end(entry);
      }
      entry.window = markOf(entry.call, now);
    }
  }

  /** The limits of all transfers together. */
  function endExcess(unread: readonly Watched[], uploading: readonly Watched[], now: number): void {
    const callerOf = ({ call }: Watched): string => call.client.limitKey;
    const rankOf = (watched: Watched): number => rateOf(watched, now);
    const excess = [
      ...excessOf(unread, { max: unreadBytes, callerOf, rankOf, sizeOf: ({ call }) => heldBytesOf(call) }),
      ...excessOf(uploading, { max: uploads, maxPerCaller: uploadsPerCaller, callerOf, rankOf }),
    ];
    for (const entry of excess) end(entry);
  }

  const timer = setInterval(check, windowMs / CHECKS_IN_WINDOW).unref();

  return {
    /** @returns a function that ends the watch. */
    watch(call: Call): () => void {
      const mark = markOf(call, performance.now());
      const entry: Watched = { call, isSending: !call.request.complete, begin: mark, window: mark };
      watched.add(entry);
      return () => void watched.delete(entry);
    },
    stop: () => clearInterval(timer),
  };
}

function markOf(call: Call, at: number): Mark {
  return { at, bytes: movedBytesOf(call) };
}

function turnToAnswer(watched: Watched, now: number): void {
  if (!watched.isSending || !watched.call.request.complete) return;
  watched.isSending = false;
  watched.begin = watched.window = markOf(watched.call, now);
}

function isSlow({ call, window }: Watched, minBytes: number): boolean {
  const moved = movedBytesOf(call) - window.bytes;
  if (call.request.complete) return isUnread(call) && moved < minBytes;
  return !isUpload(call) || (isUploading(call) && moved < minBytes);
}

/** Bytes in a millisecond. */
function rateOf({ call, begin }: Watched, now: number): number {
  const age = now - begin.at;
  return age < SETTLED_MS ? Infinity : (movedBytesOf(call) - begin.bytes) / age;
}

function end({ call }: Watched): void {
  if (call.response.headersSent || call.request.complete) return void call.request.socket.destroy();
  call.fail(new AppError("REQUEST_TIMEOUT", undefined, { headers: { connection: "close" } }));
}

/** Whether the answer, or a part of it, waits until its caller has read what came before. */
function isUnread({ request: { complete, socket } }: Call): boolean {
  return complete && socket.writableLength > 0;
}

/** Whether the request's body may take longer than others. */
function isUpload({ policy }: Call): boolean {
  return policy?.body === "upload";
}

/** Whether the gateway passes on an upload, and its service does not make it wait. */
function isUploading(call: Call): boolean {
  return isUpload(call) && !call.request.complete && call.request.readableFlowing === true;
}

/** The memory that the rest of an answer takes, here and at its service. The files of the admin page are in memory anyway. */
function heldBytesOf({ policy, request, atServiceBytes }: Call): number {
  return policy?.upstream === "gateway" ? 0 : request.socket.writableLength + atServiceBytes;
}

/** The bytes that the caller has sent, or read once all of its request has arrived. What it sends meanwhile is no reading. */
function movedBytesOf({ request: { complete, socket } }: Call): number {
  return complete ? socket.bytesWritten - socket.writableLength : socket.bytesRead;
}
