/** Why a request that its description allows may be refused: for reasons that the description states, and for no others. */
import type { Answer } from "../support/http/client.ts";
import type { DescribedRequest } from "./request-arbitrary.ts";

/** Messages in `details` about rules that the description states only as text. */
const STATED: readonly RegExp[] = [
  /^must be the id of a record|no (?:such )?record|does not exist|is not there|must name/, // "ids that name no record"
  /^is required/, // a draft's body is for drafts; a global that was never saved
  /can't be changed once it is set/,
  /NUL characters or unpaired surrogates|a character that can't be stored/,
  /must be a real date|must be a date, or a date and time|must be a date and time/, // a day that the calendar hasn't
  /must be (?:an http or https|an email) address/, // "addresses that no server could have"
  /must not contain duplicates/,
  /can't be combined with (?:cursor|draft)|is not a cursor of this list/,
  /^needs (?:locale|draft=true)/,
  /translationGroup of a record/,
  /must not be the key of another item|must not name the same record twice/,
  /must be later than publishAt|must be in the future|is required, or unpublishAt/i,
  /at most \d+ bytes/,
  /This key was used before with another request/,
  /must be at least two|takes two values/,
  /^must be your own id, or the id of a user that you may read/,
  /^must be the dotted path of a field/, // "another is 400"
  /^is for creates and updates only/, // of drafts among many
  /can't be transformed/, // "only raster images are transformed"
];
/** Further messages of bulk requests, where one refused record makes the whole request a 400. */
const REFUSED_LATER = /^Not found|[Aa]lready taken$|still refers to this one$|does not allow this|was published after/;
/** Paths where a wrong code is a 401, also for signed-in users. */
const TAKES_CODE = /^\/api\/auth\/(?:create|confirm|email\/confirm)$/;
/** Requests with a preview link, where an expired link is a 401. */
const NAMES_PREVIEW = /[?&]preview=/;

interface Caller {
  readonly role: string;
}

/** The reason why the description doesn't allow this refusal; null if it does. */
export function unstated({ role }: Caller, request: DescribedRequest, answer: Answer): string | null {
  const { status, error } = answer;
  if (status < 400) return null;
  if (status >= 500) return `a ${status}`;
  const isBulk = /\/bulk(?:\?|$)/.test(request.path);
  const namesRecord = /\/[0-9a-f]{8}-|\/assets\/|\/(?:publish|unpublish|schedule|preview|history|versions)\?.*\blocale=/; // a global may have no record of a locale
  const isDiscard = request.method === "DELETE" && /\blocale=/.test(request.path); // the same
  const hasId = isBulk || isDiscard || namesRecord.test(request.path);
  if (status === 404) return hasId ? null : "404 for a path without an id";
  if (status === 401)
    return role === "visitor" || TAKES_CODE.test(request.path) || NAMES_PREVIEW.test(request.path) ? null : "not signed in";
  if (status === 403) return role === "admin" && !/Idempotency/.test(error.message) ? "an admin is refused" : null;
  if (status === 409) return null;
  if (status === 412) return "If-Match" in request.headers || "If-None-Match" in request.headers ? null : "no condition was sent";
  if (status === 416) return "Range" in request.headers ? null : "no range was asked for";
  if (status === 429) return role === "visitor" && /^\/api\/assets\/.*\?/.test(request.path) ? null : "too many requests";
  if (status !== 400) return `a ${status}`;
  const details = error.details ?? [];
  const other = details.filter(({ message }) => ![...STATED, ...(isBulk ? [REFUSED_LATER] : [])].some((reason) => reason.test(message)));
  if (details.length === 0) return `refused without a reason: ${error.message}`;
  return other.length > 0 ? `refused for ${JSON.stringify(other.slice(0, 3))}` : null;
}
