import { ownerOf, type Principal } from "@colophon/engine";
import { AppError, invalid } from "@colophon/model/errors";
import { inTime, LATE } from "@colophon/runtime/time-limit";
import { incomingKey, originalKey, type DirectStorage, type DirectTarget, type Storage } from "@colophon/storage";
import { LRUCache } from "lru-cache";
import type { Uploaded, Uploads } from "../upload/upload.service.ts";
import { checkStored } from "./check-stored.ts";
import { openTicket, sealTicket, type Ticket } from "./ticket.ts";

const HOUR_MS = 60 * 60 * 1_000;
/** An answer waits this long for a check. */
const WAIT_MS = 20_000;
const MAX_CHECKED_BYTES = 4 * 1024 * 1024;
/** A record in an answer: its longest name and alternative text, and the rest. */
const CHECK_BYTES = 10_000;

export interface DirectDependencies {
  readonly storage: Storage;
  readonly uploads: Uploads;
  readonly newId: () => string;
  readonly now: () => Date;
  readonly maxImageBytes: number;
  readonly maxBytes: number;
  readonly waitMs?: number;
}

/** What a caller says about a file. */
export interface Announced {
  readonly filename: string;
  readonly type?: string | undefined;
  readonly size: number;
  readonly sha256: string;
  readonly alt?: string | undefined;
}

export interface Begun extends DirectTarget {
  readonly upload: string;
  readonly expiresAt: string;
}

export type Direct = ReturnType<typeof createDirect>;

/** Uploads whose bytes callers send to the storage. */
export function createDirect({ storage, uploads, newId, now, maxImageBytes, maxBytes, waitMs = WAIT_MS }: DirectDependencies) {
  /** By key; also those that have ended. */
  const checks = new LRUCache<string, Promise<Uploaded>>({
    maxSize: MAX_CHECKED_BYTES,
    sizeCalculation: () => CHECK_BYTES,
    ttl: HOUR_MS,
  });

  function requireDirect(): DirectStorage {
    if (!storage.direct) throw new AppError("NOT_FOUND", "Files are stored on a disk: send them to /api/assets/upload");
    return storage.direct;
  }

  /** The file is copied to a key that its sender can't write to, before it is checked. */
  async function make(principal: Principal, direct: DirectStorage, ticket: Ticket): Promise<Uploaded> {
    const { key: incoming, hash, alt } = ticket;
    if (!(await storage.stat(incoming))) {
      const known = await uploads.find(principal, hash); // completed before
      if (known) return known;
      throw invalid([{ field: "upload", message: "The S3 server has not received the file" }]);
    }
    const id = newId();
    const stored = { id, key: originalKey(id) };
    await direct.copy(incoming, stored.key);
    try {
      const file = await checkStored(ticket, { storage, stored, maxImageBytes });
      const uploaded = await uploads.add(principal, { file, alt });
      if (!uploaded.isNew) await storage.remove(stored.key);
      await storage.remove(incoming);
      return uploaded;
    } catch (error) {
      const isRefused = error instanceof AppError && error.status < 500;
      if (isRefused) await Promise.all([stored.key, incoming].map((key) => storage.remove(key))); // otherwise the sweep does it
      throw error;
    }
  }

  return {
    /** @throws NOT_FOUND without an S3 server, PAYLOAD_TOO_LARGE */
    async begin(principal: Principal, { filename, type = "", size, sha256, alt }: Announced): Promise<Begun> {
      const direct = requireDirect();
      if (size > maxBytes) throw new AppError("PAYLOAD_TOO_LARGE", `A file may have at most ${maxBytes} bytes`);
      const until = new Date(now().getTime() + HOUR_MS);
      const key = incomingKey(newId());
      const target = await direct.allow(key, { size, until });
      const ticket = {
        key,
        name: filename,
        claimedType: type,
        size,
        hash: sha256,
        alt: alt ?? null,
        by: callerOf(principal),
      };
      return { ...target, upload: sealTicket(ticket, direct.secret), expiresAt: until.toISOString() };
    },

    /** The record; null while the file is being checked. @throws NOT_FOUND, VALIDATION_ERROR, FORBIDDEN, PAYLOAD_TOO_LARGE */
    async complete(principal: Principal, upload: string): Promise<Uploaded | null> {
      const direct = requireDirect();
      const ticket = openTicket(upload, direct.secret);
      if (!ticket || ticket.by !== callerOf(principal)) throw invalid([{ field: "upload", message: "is not an upload of yours" }]);
      const running = checks.get(ticket.key) ?? make(principal, direct, ticket);
      checks.set(ticket.key, running);
      running.catch((error: unknown) => {
        const isDecided = error instanceof AppError && error.status < 500;
        if (!isDecided) checks.delete(ticket.key); // the next request tries again
      });
      const uploaded = await inTime(running, waitMs);
      return uploaded === LATE ? null : uploaded;
    },
  };
}

function callerOf(principal: Principal): string {
  const owner = ownerOf(principal);
  return owner ? `${owner.kind} ${owner.id}` : principal.kind;
}
