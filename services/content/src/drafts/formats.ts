import { inNewFormats } from "@colophon/client/rich-text/nested-formats";
import type { Entity } from "@colophon/engine";
import type { Data } from "../hooks/hooks.ts";

/** The values of a version whose rich text was stored in another format of its field, in today's; only what loses nothing. */
export function valuesInNewFormats({ fields }: Entity, content: Data): Data {
  const changed = fields.flatMap(({ name, definition }): [string, unknown][] => {
    const { value, lost, isChanged } = inNewFormats(definition, content[name]);
    return isChanged && lost.length === 0 ? [[name, value]] : [];
  });
  return Object.fromEntries(changed);
}
