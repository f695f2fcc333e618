import { z } from "zod";
import { component, noted, id, text, time } from "./registry.ts";

/** A reference to a record: its path in another record, or in itself. */
export const usage = component(
  "Usage",
  z.object({
    entity: text,
    id,
    field: noted(text, { description: "The field, or the dotted path in it: `author`, `extras.gallery.images`." }),
    title: noted(text.nullable(), { description: "The title from the entity's summary. Null if there is none or if you may not read it." }),
    draft: noted(z.boolean(), { description: "True if the reference is only in a pending draft or in a record that isn't published." }),
  }),
);

/** A link that shows a record's draft. */
export const preview = component(
  "Preview",
  z.object({
    token: noted(text, { description: "For `?preview=` of reads. It is told only here." }),
    url: noted(text.nullable(), { description: "The page that shows the draft, from the entity's `admin.preview`." }),
    expiresAt: time,
  }),
);

/** The target language of a copied record: one of the project's. Keys that begin with `_` are accepted and ignored. */
export function translateRequest(locales: readonly string[]) {
  return noted(z.object({ locale: z.enum(locales, `must be one of ${locales.join(", ")}`) }), { additionalProperties: false });
}
