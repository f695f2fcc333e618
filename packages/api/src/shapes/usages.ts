import { z } from "zod";
import { component, noted } from "./registry.ts";
import { id, text } from "./values.ts";

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
