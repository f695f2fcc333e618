/** The URLs that rich text may link to. */
import { MAX_URL_LENGTH } from "../limits.ts";

/** Anything without a scheme, and four schemes that run no script. Browsers ignore control characters in a scheme, so none may occur. */
const HREF = /^(?:(?:https?|mailto|tel):|(?![a-z][a-z0-9+.-]*:))[^\u0000-\u0020\u007f-\u009f\\]+$/i;

/** Whether a link may have this URL. */
export function isSafeHref(value: unknown): value is string {
  return typeof value === "string" && value.length <= MAX_URL_LENGTH && HREF.test(value);
}

/** Whether it is an https URL, as embeds have. */
export function isHttpsUrl(value: unknown): value is string {
  return isSafeHref(value) && /^https:\/\//i.test(value) && URL.canParse(value);
}
