import { DEPENDS_HEADER, searchOf, sendJson, type Request, type Response } from "@colophon/runtime";
import { namesPreview, PREVIEW_HEADERS } from "./preview-parameter.ts";

/** The answer of an operation: a JSON text from PostgreSQL, passed on unparsed. */
export interface Answer {
  readonly status: number;
  /** The whole body. */
  readonly body: string;
  /** The record's id and version, if the answer is one record. */
  readonly id: string | null;
  readonly version: number | null;
  /** Those by which caches outside the site may store it. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** What it depends on, if gateways may keep it. */
  readonly depends?: string | undefined;
}

/** The header that tells gateways what an answer depends on. */
export function dependsHeader(depends: string | undefined): Readonly<Record<string, string>> {
  return depends === undefined ? {} : { [DEPENDS_HEADER]: depends };
}

/** The body around one record, or around `null`. */
export function dataBody(data: string): string {
  return `{"data":${data}}`;
}

/** Sends an operation's answer, with the ETag of its version, and the path of a created record. */
export function sendAnswer(req: Request, res: Response, name: string, { status, body, id, version, headers: own, depends }: Answer): void {
  const created = status === 201 && id !== null ? { location: `/api/${name}/${id}` } : {};
  const headers = { ...created, ...own, ...dependsHeader(depends), ...readHeaders(searchOf(req)) };
  sendJson(req, res, { status, body, headers, ...(version !== null && { etag: { version } }) });
}

/** Additional headers of a read with a preview link: it must not be stored, and the link must not be sent to other sites. */
export function readHeaders(search: string): Readonly<Record<string, string>> {
  return namesPreview(search) ? PREVIEW_HEADERS : {};
}
