import { existsSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { AppError } from "@colophon/model/errors";
import { methodNotAllowed } from "@colophon/runtime";
import sirv from "sirv";

/** The folder of the built page. Its files have the same paths as their URLs, below `admin/`. */
export const ADMIN_PAGE_FOLDER = join(import.meta.dirname, "../../../packages/admin/dist");

const INDEX = "/admin/index.html";
/** The names of these files contain a hash of their content. */
const HASHED = "/admin/assets/";
const INLINE_SCRIPT = /<script>(.*?)<\/script>/gs;
const FOREVER = "public, max-age=31536000, immutable";

const HEADERS = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  vary: "Origin, Accept-Encoding",
};

export interface AdminPageOptions {
  /** The folder of the built page; if it doesn't exist, or `isOn` is false, every path is 404. */
  readonly folder: string;
  readonly isOn: boolean;
  /** Its Content-Security-Policy. */
  readonly policy: string;
}
export type AdminPage = ReturnType<typeof createAdminPage>;

/**
 * Serves the admin page's files from this process's disk, read once at start. A path without a file is one of the page's own routes and
 * gets its document.
 */
export function createAdminPage({ folder, isOn, policy }: AdminPageOptions) {
  const headers = Object.entries({ "content-security-policy": policy, ...HEADERS });
  const setHeaders = (response: ServerResponse, path: string): void => {
    for (const [name, value] of headers) response.setHeader(name, value);
    response.setHeader("cache-control", path.startsWith(HASHED) ? FOREVER : "no-cache");
  };
  const isServed = isOn && existsSync(join(folder, INDEX));
  const serve = isServed ? sirv(folder, { etag: true, brotli: true, gzip: true, setHeaders }) : null;

  return {
    isServed,

    /** @throws AppError 404 or 405 */
    answer(request: IncomingMessage, response: ServerResponse, path: string): void {
      if (!serve) throw new AppError("NOT_FOUND");
      if (request.method !== "GET" && request.method !== "HEAD") throw methodNotAllowed(["GET"]);
      delete request.headers.range; // no ranges
      response.once("pipe", (file) => file.once("error", () => response.destroy())); // it was rebuilt since
      serve(request, response, () => {
        if (path.startsWith(HASHED)) throw new AppError("NOT_FOUND");
        request.url = INDEX;
        serve(request, response);
      });
    },
  };
}

/** The texts of the scripts that are part of the built page's document. */
export function inlineScriptsIn(folder: string): readonly string[] {
  const document = join(folder, INDEX);
  if (!existsSync(document)) return [];
  return [...readFileSync(document, "utf8").matchAll(INLINE_SCRIPT)].map(([, text = ""]) => text);
}

/** Whether a caller prefers a page to JSON: browsers name it first. */
export function prefersPage({ headers: { accept = "" } }: Pick<IncomingMessage, "headers">): boolean {
  return /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(accept);
}
