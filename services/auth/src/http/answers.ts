/** Shared by the routes of this service. */
import { AppError } from "@colophon/model/errors";
import { isUuid } from "@colophon/model";
import { sendJson, type Request, type Response } from "@colophon/runtime";

interface Extras {
  readonly status?: number;
  readonly cookies?: readonly string[];
}

/** Answers `{ data }`. */
export function answer(req: Request, res: Response, data: unknown, { status = 200, cookies = [] }: Extras = {}): void {
  const headers = cookies.length === 0 ? {} : { "set-cookie": cookies };
  sendJson(req, res, { status, body: JSON.stringify({ data }), headers });
}

/** A path parameter with an id. An impossible id is a 404 without a query. */
export function idOf(req: Request): string {
  const { id } = req.params;
  if (isUuid(id)) return id;
  throw new AppError("NOT_FOUND");
}
