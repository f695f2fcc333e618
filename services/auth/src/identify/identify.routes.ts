/** `POST /internal/identify`: identifies the owner of a credential. Only the gateway may call it. */
import { parseForm, credentialQuestion, identify } from "@colophon/api";
import { AppError } from "@colophon/model/errors";
import { readObject, sendJson, serve, type Router } from "@colophon/runtime";
import type { AuthPorts } from "../ports.ts";

/** Mounts the only route between services. The token itself never leaves the gateway, only its SHA-256. */
export function mountIdentify(router: Router, { credentials }: AuthPorts): void {
  serve(router, identify, {
    POST: async (req, res) => {
      const question = parseForm(credentialQuestion, await readObject(req));
      const credential = await credentials.find(question);
      if (!credential) throw new AppError("NOT_FOUND");
      sendJson(req, res, { body: JSON.stringify(credential) });
    },
  });
}
