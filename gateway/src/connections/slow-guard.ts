import type { Socket } from "node:net";
import { AppError } from "@colophon/errors";
import type { Call } from "../requests/call.ts";

/** A body that is no upload must arrive within one window, and an answer must be read at least at this rate. */
const WINDOW_MS = 30_000;
const MIN_READ_BYTES = 8 * 1024;
/** The rate is that for this many answers that wait for their readers; it rises with their number. */
const USUAL_READERS = 64;
/** An upload has no time limit while it makes progress: 4 kB a second, over each minute. */
const UPLOAD_WINDOW_MS = 60_000;
const MIN_BYTES_PER_SECOND = 4000;
/** Often, so that slow requests are ended one after another: otherwise all their callers would return at the same moment. */
const LOOKS_IN_WINDOW = 300;
/** At most twice the average per check: a pause of the process makes many late at once. */
const ENDED_PER_LOOK = 2 / LOOKS_IN_WINDOW;

interface Watched {
  readonly call: Call;
  readonly isUpload: boolean;
  since: number;
  bytes: number;
}

export type SlowGuard = ReturnType<typeof createSlowGuard>;

/**
 * Ends requests whose caller sends the body, or reads the answer, too slowly. A request that waits for a service is not slow. Of a
 * connection's requests only the current one is watched. The more answers wait for their readers, the faster they must be read.
 */
export function createSlowGuard({ windowMs = WINDOW_MS, uploadWindowMs = UPLOAD_WINDOW_MS, readers = (): number => 0 } = {}) {
  const watched = new Set<Watched>();

  function look(): void {
    const now = performance.now();
    const minReadBytes = MIN_READ_BYTES * Math.max(1, readers() / USUAL_READERS);
    let mayEnd = Math.ceil(watched.size * ENDED_PER_LOOK);
    for (const one of watched) {
      const age = now - one.since;
      if (age < windowMs || (isUploading(one) && age < uploadWindowMs)) continue;
      if (isSlow(one, age, minReadBytes)) {
        if (mayEnd === 0) continue;
        mayEnd--;
        end(one);
      }
      one.since = now;
      one.bytes = movedBytes(one.call.request.socket);
    }
  }

  const timer = setInterval(look, windowMs / LOOKS_IN_WINDOW).unref();

  return {
    /**
     * @param isUpload - whether the body may take longer than one window.
     * @returns a function that ends the watch.
     */
    watch(call: Call, isUpload: boolean): () => void {
      const one: Watched = { call, isUpload, since: performance.now(), bytes: movedBytes(call.request.socket) };
      watched.add(one);
      return () => void watched.delete(one);
    },
    stop: () => clearInterval(timer),
  };
}

function isUploading({ call, isUpload }: Watched): boolean {
  return isUpload && !call.request.complete;
}

function isSlow(one: Watched, ageMs: number, minReadBytes: number): boolean {
  const { request } = one.call;
  const moved = movedBytes(request.socket) - one.bytes;
  if (request.complete) return request.socket.writableLength > 0 && moved < minReadBytes;
  if (!one.isUpload) return true;
  return request.readableFlowing === true && moved < (ageMs / 1000) * MIN_BYTES_PER_SECOND; // otherwise it waits for the service
}

function end({ call }: Watched): void {
  if (call.response.headersSent || call.request.complete) return void call.request.socket.destroy();
  call.fail(new AppError("REQUEST_TIMEOUT", undefined, { headers: { connection: "close" } }));
}

/** Transferred bytes in either direction, without those that wait to be written. */
function movedBytes(socket: Socket): number {
  return socket.bytesRead + socket.bytesWritten - socket.writableLength;
}
