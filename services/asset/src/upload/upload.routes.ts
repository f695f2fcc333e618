import { maxBodyBytes, routes } from "@colophon/api";
import { AppError } from "@colophon/model/errors";
import { principalOf, sendJson, serve, type Request, type Response, type Router } from "@colophon/runtime";
import type { Access } from "../access.ts";
import { receive } from "./multipart.ts";
import type { Storage } from "@colophon/storage";
import type { Uploaded, Uploads } from "./upload.service.ts";

export interface UploadPorts {
  readonly access: Access;
  readonly storage: Storage;
  readonly uploads: Uploads;
  /** The maximum size of an upload. */
  readonly maxUploadBytes: number;
  readonly idleMs?: number;
}

/** `POST /api/assets/upload`: 201 with the new record, or 200 with the existing one that has the same bytes. */
export function mountUpload(router: Router, { access, storage, uploads, maxUploadBytes, idleMs }: UploadPorts): void {
  serve(router, routes.upload, {
    POST: async (request, response) => {
      if (Number(request.headers["content-length"] ?? 0) > maxBodyBytes(routes.upload, maxUploadBytes))
        throw new AppError("PAYLOAD_TOO_LARGE");
      const principal = principalOf(request);
      access.requireAny(principal, "create");
      const received = await receive(request, { folder: storage.stagingFolder, maxBytes: maxUploadBytes, ...(idleMs && { idleMs }) });
      sendUploaded(request, response, await uploads.add(principal, received));
    },
  });
}

/** 201 with a new record, or 200 with the existing one. */
export function sendUploaded(request: Request, response: Response, { isNew, data, location }: Uploaded): void {
  const headers = location === null ? {} : { location };
  sendJson(request, response, { status: isNew ? 201 : 200, body: `{"data":${data}}`, headers });
}
