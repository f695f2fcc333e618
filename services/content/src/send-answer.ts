import { sendJson } from "@colophon/runtime";
import type { Request, Response } from "express";
import type { Answer } from "./answers.ts";

/** Sends what an operation answered, with the ETag of its version. */
export function sendAnswer(req: Request, res: Response, name: string, { status, body, version }: Answer): void {
  sendJson(req, res, { status, body, ...(version !== null && { etag: { version } }), ...cacheOf(name) });
}

/** What is said about users is kept nowhere. */
export function cacheOf(name: string): { cache?: "no-store" } {
  return name === "_user" ? { cache: "no-store" } : {};
}
