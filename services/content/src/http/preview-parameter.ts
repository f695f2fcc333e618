/** The parameter of reads with a preview link. */
import { invalid } from "@colophon/model/errors";

/** The name of the parameter. */
export const PREVIEW = "preview";
const IN_QUERY = new RegExp(`(?:^|[?&])${PREVIEW}=`);
/** A link can be part of a page, and the page's address must not be sent to other sites. */
export const PREVIEW_HEADERS = { "cache-control": "no-store", "referrer-policy": "no-referrer" } as const;

/** Whether a query string names a preview. */
export function namesPreview(search: string): boolean {
  return IN_QUERY.test(search);
}

/**
 * The query string without its preview, and the preview. @throws VALIDATION_ERROR for more than one, or together with `draft=true` or
 * `trashed=true`
 */
export function splitPreview(search: string): { readonly token: string | null; readonly rest: string } {
  if (!namesPreview(search)) return { token: null, rest: search };
  const parts = search.replace(/^\?/, "").split("&");
  const tokens = parts.filter((part) => part.startsWith(`${PREVIEW}=`));
  if (tokens.length > 1) throw invalid([{ field: PREVIEW, message: "must be given once" }], "The query is not valid");
  for (const other of ["draft", "trashed"])
    if (parts.includes(`${other}=true`))
      throw invalid([{ field: PREVIEW, message: `can't be combined with ${other}` }], "The query is not valid");
  return { token: (tokens[0] ?? "").slice(PREVIEW.length + 1), rest: parts.filter((part) => part !== tokens[0]).join("&") };
}
