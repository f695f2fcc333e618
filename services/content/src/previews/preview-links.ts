/** The form of preview links. */
import { fillPlaces, type EntityAdmin } from "@colophon/config";
import type { Entity, Schema } from "@colophon/engine";
import { isPlainObject } from "@colophon/model";
import type { Log } from "@colophon/runtime";
import { valueOfFunction } from "../admin/project-function.ts";
import { PREVIEW } from "../http/preview-parameter.ts";

type PreviewOption = NonNullable<EntityAdmin["preview"]>;
type Values = Readonly<Record<string, unknown>>;

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
  return path.split(".").reduce<unknown>((value, name) => (isPlainObject(value) ? value[name] : undefined), record);
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function called(log: Pick<Log, "error">, make: Exclude<PreviewOption, string>, record: Values): Promise<string | null> {
  const locale = typeof record["locale"] === "string" ? record["locale"] : null;
  return valueOfFunction(log, PREVIEW, () => make({ record, locale }));
}

/** The URL with the token as an additional parameter, before a `#`. */
function withToken(url: string, token: string): string {
  const [, before = url, fragment = ""] = /^([^#]*)(#.*)?$/su.exec(url) ?? [];
  return `${before}${before.includes("?") ? "&" : "?"}${PREVIEW}=${token}${fragment}`;
}
