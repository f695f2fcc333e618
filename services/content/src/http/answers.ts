import { searchOf, sendJson } from "@colophon/runtime";
import type { Request, Response } from "express";
import { namesPreview, PREVIEW_HEADERS } from "../previews/preview-links.ts";

/** What an operation answers: a JSON text as PostgreSQL made it, passed on unparsed. */
export interface Answer {
  readonly status: number;
  /** The whole body. */
  readonly body: string;
  /** The record's id and version, where the answer is one record. */
  readonly id: string | null;
  readonly version: number | null;
}

/** The body around one record, or around `null`. */
export function dataBody(data: string): string {
  return `{"data":${data}}`;
}

/** Sends what an operation answered, with the ETag of its version, and where the record is that it made. */
export function sendAnswer(req: Request, res: Response, name: string, { status, body, id, version }: Answer): void {
  const place = status === 201 && id !== null ? { location: `/api/${name}/${id}` } : {};
  const headers = { ...place, ...readHeaders(searchOf(req)) };
  sendJson(req, res, { status, body, headers, ...(version !== null && { etag: { version } }) });
}

/** What a read by a preview link says besides: that nobody may keep it, nor tell the link. */
export function readHeaders(search: string): Readonly<Record<string, string>> {
  return namesPreview(search) ? PREVIEW_HEADERS : {};
}
