import { AppError } from "@colophon/errors";
import { actorOf, route, sendJson } from "@colophon/runtime";
import type { Router } from "express";
import type { Access } from "./access.ts";
import { receive } from "./multipart.ts";
import type { Storage } from "@colophon/storage";
import type { Uploads } from "./upload.service.ts";

export interface UploadPorts {
  readonly access: Access;
  readonly storage: Storage;
  readonly uploads: Uploads;
  /** The largest file that is taken. */
  readonly maxUploadBytes: number;
  readonly idleMs?: number;
}

/** What the other parts of a body and the boundaries between them may take. */
const FRAME_BYTES = 64 * 1024;

/** `POST /api/assets/upload`: 201 with the new record, or 200 with the one that has the same bytes. */
export function mountUpload(router: Router, { access, storage, uploads, maxUploadBytes, idleMs }: UploadPorts): void {
  route(router, "/api/assets/upload", {
    POST: async (request, response) => {
      if (Number(request.headers["content-length"] ?? 0) > maxUploadBytes + FRAME_BYTES) throw new AppError("PAYLOAD_TOO_LARGE");
      const actor = actorOf(request);
      access.requireAny(actor, "create");
      const received = await receive(request, { folder: storage.stagingFolder, maxBytes: maxUploadBytes, ...(idleMs && { idleMs }) });
      const { isNew, data } = await uploads.add(actor, received);
      sendJson(request, response, { status: isNew ? 201 : 200, body: `{"data":${data}}` });
    },
  });
}
