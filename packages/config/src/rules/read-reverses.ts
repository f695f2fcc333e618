import * as z from "zod";
import type { IssuePath } from "../problems.ts";
import { isReverseDefinition } from "../reverse.ts";
import { readShape } from "../shape.ts";
import { adminOptions } from "./field-shapes.ts";
import { checkDistinct, checkFieldName, type Named } from "./names.ts";
import { nameOf } from "./read-fields.ts";

const REVERSE_SHAPE = z.strictObject({
  name: z.string(),
  type: z.literal("reverse"),
  from: z.string(),
  field: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  hidden: z.boolean().optional(),
  admin: adminOptions().optional(),
});

/** A reverse field, as far as it could be read. */
export interface ReverseView extends Named {
  readonly from: string | undefined;
  readonly field: string | undefined;
}

/** Reads the reverse fields among an entity's fields; `stored` are the others. */
export function readReverses(list: readonly unknown[], issuePath: IssuePath, stored: readonly Named[]): readonly ReverseView[] {
  const reverses = Array.from(list, (input, index) => (isReverseDefinition(input) ? readReverse(input, issuePath.at(index)) : [])).flat();
  for (const reverse of reverses) {
    checkFieldName(reverse, "top");
    checkDistinct([...stored.filter(({ name }) => name?.toLowerCase() === reverse.name?.toLowerCase()).slice(0, 1), reverse], "field");
  }
  checkDistinct(reverses, "field");
  return reverses;
}

function readReverse(input: unknown, issuePath: IssuePath): ReverseView[] {
  const read = readShape(REVERSE_SHAPE, input, issuePath, "a field of type reverse");
  return [{ name: nameOf(input), issuePath, from: read?.from, field: read?.field }];
}
