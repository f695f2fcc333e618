/** The form of preview links, and their parameter in reads. */
import { fillPlaces, type EntityAdmin } from "@colophon/config";
import type { Entity, Schema } from "@colophon/engine";
import { invalid } from "@colophon/errors";
import type { Log } from "@colophon/runtime";
import { valueOfFunction } from "../admin/project-function.ts";

type PreviewOption = NonNullable<EntityAdmin["preview"]>;
type Values = Readonly<Record<string, unknown>>;

const NAME = "preview";
const IN_QUERY = new RegExp(`(?:^|[?&])${NAME}=`);
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
  const tokens = parts.filter((part) => part.startsWith(`${NAME}=`));
  if (tokens.length > 1) throw invalid([{ field: NAME, message: "must be given once" }], "The query is not valid");
  for (const other of ["draft", "trashed"])
    if (parts.includes(`${other}=true`))
      throw invalid([{ field: NAME, message: `can't be combined with ${other}` }], "The query is not valid");
  return { token: (tokens[0] ?? "").slice(NAME.length + 1), rest: parts.filter((part) => part !== tokens[0]).join("&") };
}

/** The page that shows the record to callers with the token. Null if the entity has no preview page, or if its function fails, which is logged. */
export async function urlOf(
  { schema, log }: { readonly schema: Schema; readonly log: Pick<Log, "error"> },
  entity: Pick<Entity, "name">,
  { record, token }: { readonly record: Values; readonly token: string },
): Promise<string | null> {
  const option = schema.config.entities.find(({ name }) => name === entity.name)?.admin?.preview;
  if (option === undefined) return null;
  const url = typeof option === "string" ? filled(option, record) : await called(log, option, record);
  return url === null ? null : withToken(url, token);
}

/** `/articles/{slug}` with the record's values, percent-encoded; a missing value is empty. */
function filled(pattern: string, record: Values): string {
  return fillPlaces(pattern, (path) => encodeURIComponent(textOf(valueAt(record, path))));
}

function valueAt(record: Values, path: string): unknown {
  return path.split(".").reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), record);
}

function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function called(log: Pick<Log, "error">, make: Exclude<PreviewOption, string>, record: Values): Promise<string | null> {
  const locale = typeof record["locale"] === "string" ? record["locale"] : null;
  return valueOfFunction(log, NAME, () => make({ record, locale }));
}

/** The URL with the token as an additional parameter, before a `#`. */
function withToken(url: string, token: string): string {
  const [, before = url, fragment = ""] = /^([^#]*)(#.*)?$/su.exec(url) ?? [];
  return `${before}${before.includes("?") ? "&" : "?"}${NAME}=${token}${fragment}`;
}
