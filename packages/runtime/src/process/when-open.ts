import type { RequestListener } from "node:http";
import { AppError } from "@colophon/model/errors";
import { sendError } from "../http/error-answer.ts";

/** In an answer: the process is starting and has not looked at the request, so any other replica may have it. */
export const STARTING_HEADER = "x-cms-starting";

/** Refuses every request until the process is open, and closes its connection, so that the next one goes to another replica. */
export function whenOpen(serving: RequestListener, isOpen: () => boolean): RequestListener {
  return (request, response) => {
    if (isOpen()) return serving(request, response);
    const headers = { [STARTING_HEADER]: "1", connection: "close" };
    sendError(request, response, new AppError("SERVICE_UNAVAILABLE", undefined, { headers }), "no-store");
  };
}
