import { z } from "zod";
import { component, noted } from "./registry.ts";
import { text, time } from "./values.ts";

/** A link that shows a record's draft. */
export const preview = component(
  "Preview",
  z.object({
    token: noted(text, { description: "For `?preview=` of reads. It is told only here." }),
    url: noted(text.nullable(), { description: "The page that shows the draft, from the entity's `admin.preview`." }),
    expiresAt: time,
  }),
);
