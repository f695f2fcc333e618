import { z } from "zod";
import { component, noted, id, storableText, text, time } from "./registry.ts";

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
