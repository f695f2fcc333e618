import { z } from "zod";
import { component, noted, id, text, time, storableText } from "./registry.ts";

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

const MAX_PATH = 500;
const path = storableText("editing").max(MAX_PATH, `must have at most ${MAX_PATH} characters`);

/** The caller has a record open. Keys that begin with `_` are accepted and ignored. */
export const presenceRequest = component(
  "PresenceRequest",
  z.object({
    editing: noted(path.nullable().default(null), {
      description:
        "The dotted path of the field that the caller is editing: `title`, `seo.headline`, `extras.0.text`. Any other value is 400.",
    }),
  }),
  { additionalProperties: false },
);

/** The users who have the record open, including the caller. */
export const presence = component(
  "Presence",
  z.array(
    z.object({
      user: noted(z.object({ id, name: text.nullable() }).nullable(), { description: "Null for callers who may not update the record." }),
      since: time,
      editing: noted(text.nullable(), { description: "Null if the caller may not read this field." }),
    }),
  ),
);
