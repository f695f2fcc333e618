import { kindOfDefinition, optionValues, type FieldType } from "@colophon/model";
import { formatValue } from "../messages.ts";
import { checkAccept } from "./accepted-media.ts";
import { patternProblem } from "../pattern/pattern.ts";
import { withNested, type FieldView } from "./read-fields.ts";
import { checkRichText } from "./rich-text.ts";
import { checkValue, isBound } from "./values.ts";

/** The rules between one field's options, for a top-level field and all nested fields. */
export function checkField(top: FieldView, siblings: readonly FieldView[], translatable: boolean): void {
  for (const field of withNested(top)) {
    checkShared(field, translatable);
    checkUnique(field);
    checkRange(field);
    checkOwn(field, siblings);
    checkDefault(field);
    if (field.item?.options.renamedFrom !== undefined) {
      field.item.issuePath.at("renamedFrom").report("Remove renamedFrom: the items of a list have no name.");
    }
  }
}

function checkShared({ options: { shared, unique }, nested, type, issuePath }: FieldView, translatable: boolean): void {
  if (shared !== true) return;
  const at = issuePath.at("shared");
  if (nested) at.report("Remove shared: only a field of the entity itself can be shared. Its members are shared with it.");
  else if (!translatable) at.report("Remove shared, or make the entity translatable: shared values need translations.");
  else if (type === "slug" && unique === "global")
    at.report('Remove shared, or unique: "global", by which no two translations have the same slug.');
}

function checkDefault(field: FieldView): void {
  const { options, issuePath } = field;
  if (options.default === undefined || (options.default === null && options.required !== true)) return;
  if (options.default === null) issuePath.at("default").report("Remove this default: the field is required and can't be null.");
  else checkValue(field, options.default, issuePath.at("default"));
}

/** Why the field has no column that can be indexed, or null; also null if the field could not be read. */
export function indexProblem(field: FieldView): string | null {
  return field.nested ? "a field inside an object, array or block has no column" : valueProblem(field);
}

/** Why the field doesn't have a single value, by which records can be sorted, or null; also null if the field could not be read. */
export function valueProblem({ type, options }: FieldView): string | null {
  const kind = type && kindOfDefinition({ ...options, type });
  if (kind === "links") return "a list of relations has no column";
  if (kind === "choices") return "a select with multiple has several values";
  return kind === "json" ? `a field of type ${type} doesn't have a single value` : null;
}

function checkUnique(field: FieldView): void {
  const problem = indexProblem(field);
  if (problem === null) return;
  if (field.options.unique !== undefined && field.options.unique !== false)
    field.issuePath.at("unique").report(`Remove unique: ${problem}.`);
  if (field.options.index === true) field.issuePath.at("index").report(`Remove index: ${problem}.`);
}

function checkRange({ type, options, issuePath }: FieldView): void {
  const { minLength, maxLength, min, max } = options;
  if (minLength !== undefined && maxLength !== undefined && minLength > maxLength)
    issuePath.at("minLength").report(`Make minLength at most maxLength (${maxLength}) instead of ${minLength}.`);
  for (const [key, value] of [
    ["min", min],
    ["max", max],
  ] as const) {
    if (value !== undefined && !isBound(type, value))
      issuePath
        .at(key)
        .report(`Use ${type === "date" ? "a day as 2026-01-31" : "a time as 2026-01-31T12:00:00.000Z"} instead of ${formatValue(value)}.`);
  }
  if (min === undefined || max === undefined || !isBound(type, min) || !isBound(type, max)) return;
  const isOrdered = type === "datetime" ? Date.parse(String(min)) <= Date.parse(String(max)) : min <= max;
  if (!isOrdered) issuePath.at("min").report(`Make min at most max (${max}) instead of ${min}.`);
}

function checkOwn(field: FieldView, siblings: readonly FieldView[]): void {
  if (field.type !== null) OWN[field.type]?.(field, siblings);
}

const OWN: Partial<Record<FieldType, (field: FieldView, siblings: readonly FieldView[]) => void>> = {
  text({ options: { pattern }, issuePath }) {
    const problem = pattern === undefined ? null : patternProblem(pattern);
    if (problem !== null) issuePath.at("pattern").report(problem);
  },
  select: checkSelect,
  richtext: checkRichText,
  relation: checkLinks,
  image: (field) => checkMedia(field, "image"),
  video: (field) => checkMedia(field, "video"),
  file: (field) => checkMedia(field, "file"),
};

function checkSelect(field: FieldView): void {
  const seen = new Set<string>();
  for (const [index, value] of optionValues(field.options.options ?? []).entries()) {
    const at = field.issuePath.at("options", index);
    if (value.trim() === "") at.report("Add a value to this option.");
    else if (seen.has(value)) at.report(`Remove this option: "${value}" is listed already.`);
    seen.add(value);
  }
}

function checkLinks({ options, issuePath }: FieldView): void {
  if (options.many !== true) {
    for (const key of ["min", "max"] as const) {
      if (options[key] !== undefined)
        issuePath.at(key).report(`Add many: true, or remove ${key}: it limits the number of records in a list.`);
    }
  }
}

function checkMedia(field: FieldView, kind: "image" | "video" | "file"): void {
  checkLinks(field);
  checkAccept(field, kind);
}
