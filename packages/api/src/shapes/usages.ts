import { z } from "zod";
import { component, noted } from "./registry.ts";
import { id, text } from "./values.ts";

/** What refers to a record: a place in another one, or in itself. */
export const usage = component(
  "Usage",
  z.object({
    entity: text,
    id,
    field: noted(text, { description: "The field, or the dotted path inside it: `author`, `extras.gallery.images`." }),
    title: noted(text.nullable(), { description: "That of the entity's summary; null where there is none, or you may not read it." }),
    draft: noted(z.boolean(), { description: "Whether only a draft refers there: a pending one, or a record that isn't published." }),
  }),
);
