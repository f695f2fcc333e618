/** `render[body]=html`: rich text in another form, in reads of single records. */
import { fromMarkdown, toHtml, toMarkdown, toText, type RichDocument } from "@colophon/client/rich-text";
import { seesMember, type Entity, type Schema } from "@colophon/engine";
import { invalid, type ErrorDetail } from "@colophon/model/errors";
import type { Data } from "../hooks/hooks.ts";

const FORMS: Readonly<Record<string, (document: RichDocument) => string>> = {
  html: (document) => toHtml(document),
  markdown: toMarkdown,
  text: toText,
};
const IN_QUERY = /(?:^|[?&])render(?:\[|%5[Bb])/;
const NAME = /^render\[([^[\]]+)\]$/;

/** Field → the name of its form. */
export type Rendering = ReadonlyMap<string, string>;

const NOTHING: Rendering = new Map();

/** The query string without the rendering, and the rendering. @throws VALIDATION_ERROR for one that is unknown or given twice */
export function splitRendering(search: string): { readonly rest: string; readonly rendering: Rendering } {
  if (!IN_QUERY.test(search)) return { rest: search, rendering: NOTHING };
  const rendering = new Map<string, string>();
  const problems: ErrorDetail[] = [];
  const others = search
    .replace(/^\?/, "")
    .split("&")
    .filter((part) => {
      const [[name, value] = ["", ""]] = [...new URLSearchParams(part)];
      const field = NAME.exec(name)?.[1];
      if (field === undefined) return true;
      if (rendering.has(field)) problems.push({ field: name, message: "may be given only once" });
      if (!Object.hasOwn(FORMS, value)) problems.push({ field: name, message: `must be one of ${Object.keys(FORMS).join(", ")}` });
      rendering.set(field, value);
      return false;
    });
  if (problems.length > 0) throw invalid(problems, "The query is not valid");
  return { rest: others.join("&"), rendering };
}

/** @throws VALIDATION_ERROR for a field that the role doesn't see, or that is no text with a form */
export function requireRendered(schema: Schema, role: string, { name, byName }: Entity, rendering: Rendering): void {
  const problems = [...rendering.keys()].flatMap((field): ErrorDetail[] => {
    const definition = seesMember(schema, role, name, field) ? byName.get(field)?.definition : undefined;
    if (!definition) return [{ field: `render[${field}]`, message: `there is no field ${field}` }];
    const isText = definition.type === "richtext" && definition.format !== "blocks";
    return isText ? [] : [{ field: `render[${field}]`, message: `${field} is not rich text that can be rendered` }];
  });
  if (problems.length > 0) throw invalid(problems, "The query is not valid");
}

/** JSON text of a record with these fields in their forms. */
export function renderFields(rendering: Rendering, text: string): string {
  if (rendering.size === 0) return text;
  const record: Data = JSON.parse(text);
  const rendered = [...rendering].flatMap(([field, form]): [string, unknown][] => {
    const [value, render] = [record[field], FORMS[form]];
    if (typeof value === "string") return [[field, form === "markdown" ? value : render?.(fromMarkdown(value))]];
    return Array.isArray(value) ? [[field, render?.(value as RichDocument)]] : [];
  });
  return JSON.stringify({ ...record, ...Object.fromEntries(rendered) });
}
