import { changeFormat } from "@colophon/client/rich-text/format-changes";
import type { Entity, Field } from "@colophon/engine";
import type { Data } from "../hooks/hooks.ts";

/** The rich text of a version that was stored in another format of its field, in today's; only what loses nothing. */
export function inNewFormats({ fields }: Entity, content: Data): Data {
  const changed = fields.flatMap((field): [string, unknown][] => {
    const value = inNewFormat(field, content[field.name]);
    return value === undefined ? [] : [[field.name, value]];
  });
  return Object.fromEntries(changed);
}

function inNewFormat({ definition }: Field, value: unknown): unknown {
  if (definition.type !== "richtext") return undefined;
  const isDocument = definition.format === "document";
  if (isDocument ? typeof value !== "string" : definition.format === "blocks" || !Array.isArray(value)) return undefined;
  const { text, isWhole } = changeFormat(definition, typeof value === "string" ? value : JSON.stringify(value));
  if (!isWhole) return undefined;
  return isDocument ? JSON.parse(text) : text;
}
