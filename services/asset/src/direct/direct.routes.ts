import { directCompletion, directUpload, problemsOf, routes } from "@colophon/api";
import { invalid } from "@colophon/model/errors";
import { actorOf, readObject, sendJson, serve, type Router } from "@colophon/runtime";
import type { z } from "zod";
import type { Access } from "../access.ts";
import type { Direct } from "./direct.service.ts";

export interface DirectPorts {
  readonly access: Access;
  readonly direct: Direct;
}

/** Uploads of large files: begun and completed here, sent to the S3 server. */
export function mountDirect(router: Router, { access, direct }: DirectPorts): void {
  serve(router, routes.beginUpload, {
    POST: async (request, response) => {
      const actor = actorOf(request);
      access.requireAny(actor, "create");
      const data = await direct.begin(actor, parseBody(directUpload, await readObject(request)));
      sendJson(request, response, { status: 200, body: JSON.stringify({ data }) });
    },
  });

  serve(router, routes.completeUpload, {
    POST: async (request, response) => {
      const actor = actorOf(request);
      access.requireAny(actor, "create");
      const { upload } = parseBody(directCompletion, await readObject(request));
      const done = await direct.complete(actor, upload);
      if (!done)
        return sendJson(request, response, { status: 202, body: `{"data":{"state":"checking"}}`, headers: { "retry-after": "5" } });
      const headers = done.location === null ? {} : { location: done.location };
      sendJson(request, response, { status: done.isNew ? 201 : 200, body: `{"data":${done.data}}`, headers });
    },
  });
}

function parseBody<T>(shape: z.ZodType<T>, body: Readonly<Record<string, unknown>>): T {
  const parsed = shape.safeParse(body);
  if (parsed.success) return parsed.data;
  throw invalid(problemsOf(parsed.error));
}
