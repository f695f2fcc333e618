import { directCompletion, directUpload, parseForm, routes } from "@colophon/api";
import { principalOf, readObject, sendJson, serve, type Router } from "@colophon/runtime";
import type { Access } from "../access.ts";
import { sendUploaded } from "../upload/upload.routes.ts";
import type { Direct } from "./direct.service.ts";

export interface DirectPorts {
  readonly access: Access;
  readonly direct: Direct;
}

/** Uploads of large files: begun and completed here, sent to the S3 server. */
export function mountDirect(router: Router, { access, direct }: DirectPorts): void {
  serve(router, routes.beginUpload, {
    POST: async (request, response) => {
      const principal = principalOf(request);
      access.requireAny(principal, "create");
      const data = await direct.begin(principal, parseForm(directUpload, await readObject(request)));
      sendJson(request, response, { status: 200, body: JSON.stringify({ data }) });
    },
  });

  serve(router, routes.completeUpload, {
    POST: async (request, response) => {
      const principal = principalOf(request);
      access.requireAny(principal, "create");
      const { upload } = parseForm(directCompletion, await readObject(request));
      const done = await direct.complete(principal, upload);
      if (!done)
        return sendJson(request, response, { status: 202, body: `{"data":{"state":"checking"}}`, headers: { "retry-after": "5" } });
      sendUploaded(request, response, done);
    },
  });
}
