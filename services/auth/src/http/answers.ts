/** Shared by the routes of this service. */
import { AppError } from "@colophon/errors";
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
  if (typeof id === "string" && isId(id)) return id;
  throw new AppError("NOT_FOUND");
}

/** Whether a text has the form of an id. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
