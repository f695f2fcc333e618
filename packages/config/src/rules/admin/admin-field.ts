import { isPlainObject } from "@colophon/model";
import * as z from "zod";
import type { IssuePath } from "../../problems.ts";
import { readShape } from "../../shape.ts";
import { kindOf } from "../../messages.ts";
import { targetOf } from "../catalog.ts";
import { checkTests } from "../filters.ts";
import { unknownField, type Destination } from "../paths.ts";
import type { FieldView } from "../read-fields.ts";

const FIELD_ADMIN = z.looseObject({
  widget: z.string().optional(),
  placeholder: z.string().optional(),
  help: z.string().optional(),
  readOnly: z.boolean().optional(),
  width: z.union([z.string(), z.number()], { error: 'Write a width such as "half" or 6.' }).optional(),
  condition: z.unknown().optional(),
});

/** The `admin` of the fields of one level, and of all nested fields. */
export function checkFieldAdmin(siblings: readonly FieldView[]): void {
  for (const field of siblings) {
    const { options, issuePath, fields, item, blocks } = field;
    const read = options.admin && readShape(FIELD_ADMIN, options.admin, issuePath.at("admin"), "admin");
    if (read && "condition" in read) checkCondition(read.condition, issuePath.at("admin", "condition"), { field, siblings });
    checkFieldAdmin(fields);
    checkFieldAdmin(item === null ? [] : [item]);
    for (const block of blocks) checkFieldAdmin(block.fields);
  }
}

interface Level {
  readonly field: FieldView;
  readonly siblings: readonly FieldView[];
}

function checkCondition(condition: unknown, issuePath: IssuePath, level: Level): void {
  if (level.field.name === null) return issuePath.report("Remove this condition: an array's items have no other fields at their level.");
  if (!isPlainObject(condition)) return issuePath.report(`Make condition an object of field and value instead of ${kindOf(condition)}.`);
  if (Object.keys(condition).length === 0) return issuePath.report("Name at least one field in condition, or remove it.");
  checkTests(condition, issuePath, { find: (path) => siblingAt(path, level), variables: false });
}

/** A field of the same level, or of an object there. */
function siblingAt(path: string, { field, siblings }: Level): Destination {
  const [first = "", ...rest] = path.split(".");
  if (first === field.name) return { problem: "Name another field: a condition can't depend on its own field." };
  return walk([first, ...rest], { fields: siblings, where: "this level", isSent: field.nested });
}

interface Inside {
  readonly fields: readonly FieldView[];
  readonly where: string;
  /** Callers send the level as one value, without its hidden fields. */
  readonly isSent: boolean;
}

function walk([name = "", ...rest]: readonly string[], { fields, where, isSent }: Inside): Destination {
  const found = fields.find((known) => known.name === name);
  if (found === undefined) return { problem: unknownField(name, { fields, where }) };
  if (isSent && found.options.hidden === true)
    return { problem: `Name a field that isn't hidden: callers who write "${name}" lies in can't send it.` };
  if (found.type === null) return { field: null, entity: "" };
  if (rest.length === 0) return { field: found, entity: "" };
  if (found.type === "object") return walk(rest, { fields: found.fields, where: `the object "${name}"`, isSent });
  const isLink = targetOf(found) !== null;
  return { problem: `End this path at "${name}": ${isLink ? "a condition follows no relations" : `it is of type ${found.type}`}.` };
}
