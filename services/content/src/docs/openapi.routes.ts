import { routes } from "@colophon/api";
import { parseNoQuery, type Schema } from "@colophon/engine";
import { AppError } from "@colophon/model/errors";
import { describe, siteTitle } from "@colophon/openapi";
import { identityOf, searchOf, sendJson, serve, type Request, type Response, type Router } from "@colophon/runtime";
import { createExplorerFiles, EXPLORER_PATH, EXPLORER_POLICY, explorerPage, type ExplorerFile } from "./explorer.ts";
import { callerAnswer, createByRole } from "../http/by-role.ts";
import { parameterOf } from "../http/request.ts";

/** `GET /openapi.json` and `GET /docs`, if the configuration enables them. For all callers with a role; the description contains only what the role may use. */
export function mountDescription(router: Router, { schema }: { schema: Schema }): void {
  if (!schema.config.openapi) return;
  const answerFor = createByRole(schema, (role) => callerAnswer(describe(schema, role)));
  const page = Buffer.from(explorerPage(siteTitle(schema)));
  const files = createExplorerFiles();

  serve(router, routes.description, {
    GET: (req, res) => {
      parseNoQuery(searchOf(req));
      sendJson(req, res, answerFor(identityOf(req).role));
    },
  });

  serve(router, routes.explorer, {
    GET: (req, res) => {
      send(req, res, { type: "text/html; charset=utf-8", body: page, cache: "private, no-cache" });
    },
  });

  serve(
    router,
    { ...routes.explorer, path: `${EXPLORER_PATH}/{file}` },
    {
      GET: async (req, res) => {
        const file = await files.find(parameterOf(req, "file"));
        if (!file) throw new AppError("NOT_FOUND");
        sendFile(req, res, file);
      },
    },
  );
}

function sendFile(req: Request, res: Response, { type, plain, compressed }: ExplorerFile): void {
  const isCompressed = /\bgzip\b/.test(req.headers["accept-encoding"]?.toString() ?? "");
  if (isCompressed) res.setHeader("content-encoding", "gzip");
  res.setHeader("vary", "Accept-Encoding");
  send(req, res, { type, body: isCompressed ? compressed : plain, cache: "public, max-age=31536000, immutable" });
}

function send(req: Request, res: Response, { type, body, cache }: { type: string; body: Buffer; cache: string }): void {
  res.writeHead(200, {
    "content-type": type,
    "content-length": body.length,
    "cache-control": cache,
    "content-security-policy": EXPLORER_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
  });
  res.end(req.method === "HEAD" ? undefined : body);
}
