import { isPlainObject } from "@colophon/model";
import type { FieldDefinition, FieldType } from "@colophon/model";
import type { IssuePath } from "../problems.ts";
import { readShape } from "../shape.ts";
import { nearest, quoteList, formatValue } from "../messages.ts";
import { isReverseDefinition } from "../reverse.ts";
import { BLOCK_SHAPE, FIELD_SHAPES, FIELD_TYPE_NAMES, ITEM_SHAPES } from "./field-shapes.ts";
import { checkBlockName, checkDistinct, checkRenames, checkFieldName, type Named } from "./names.ts";

const MAX_OBJECT_DEPTH = 5;
const MAX_NESTING = 12;

type ValueOf<Option extends PropertyKey, D = FieldDefinition> = D extends unknown ? (Option extends keyof D ? D[Option] : never) : never;
type OptionOf<D> = D extends unknown ? keyof D : never;

/** The valid options of any field. */
export type FieldOptions = { readonly [Option in OptionOf<FieldDefinition>]?: ValueOf<Option> };

/** One field, as far as it could be read. `type` is null if the rules of a type can't be applied. */
export interface FieldView extends Named {
  readonly type: FieldType | null;
  readonly options: FieldOptions;
  /** Whether it has no stored values: requests may name it, the configuration's filters and lists can't. */
  readonly isReverse?: true;
  /** Whether the field is inside an object, array or block: it has no column of its own. */
  readonly nested: boolean;
  /** An object's fields. */
  readonly fields: readonly FieldView[];
  /** The items of an array. */
  readonly item: FieldView | null;
  readonly blocks: readonly BlockView[];
}

export interface BlockView extends Named {
  readonly fields: readonly FieldView[];
}

/** The depth of a list of fields: the objects and blocks around it, and all containers around it. */
interface Depth {
  readonly objects: number;
  readonly containers: number;
}

/** Reads an entity's fields with all nested fields, and reports the problems of each. */
export function readFields(list: readonly unknown[], issuePath: IssuePath): readonly FieldView[] {
  return readLevel(list, issuePath, { objects: 0, containers: 0 });
}

/** A field and all nested fields, in the order of the configuration. */
export function withNested(field: FieldView): readonly FieldView[] {
  const inner = [...field.fields, ...(field.item === null ? [] : [field.item]), ...field.blocks.flatMap((block) => block.fields)];
  return [field, ...inner.flatMap(withNested)];
}

function readLevel(list: readonly unknown[], issuePath: IssuePath, depth: Depth): readonly FieldView[] {
  const isTop = depth.containers === 0;
  const fields = Array.from(list, (input, index) =>
    isTop && isReverseDefinition(input) ? [] : [readField(input, issuePath.at(index), { depth, shapes: FIELD_SHAPES })],
  ).flat();
  for (const field of fields) checkFieldName(field, isTop ? "top" : "nested");
  checkDistinct(fields, "field");
  checkRenames(
    fields.map((field) => ({ ...field, renamedFrom: field.options.renamedFrom })),
    "field",
  );
  return fields;
}

function readField(input: unknown, issuePath: IssuePath, { depth, shapes }: { depth: Depth; shapes: typeof FIELD_SHAPES }): FieldView {
  const type = readType(input, issuePath);
  const bare: FieldView = {
    name: nameOf(input),
    issuePath,
    type: null,
    options: {},
    nested: depth.containers > 0,
    fields: [],
    item: null,
    blocks: [],
  };
  if (type === null) return bare;
  // Every member of FieldOptions has been checked by the type's shape; remaining members may be missing.
  const options = (readShape(shapes[type], input, issuePath, `a field of type ${type}`) ?? {}) as FieldOptions & Inner;
  return { ...bare, type, options, ...readInner(options, issuePath, depth) };
}

/** The members that contain other fields, not yet checked. */
interface Inner {
  readonly fields?: readonly unknown[];
  readonly of?: unknown;
  readonly blocks?: readonly unknown[];
}

function readInner(
  { fields = [], of, blocks = [] }: Inner,
  issuePath: IssuePath,
  depth: Depth,
): Pick<FieldView, "fields" | "item" | "blocks"> {
  const nothing = { fields: [], item: null, blocks: [] };
  const inObject = { objects: depth.objects + 1, containers: depth.containers + 1 };
  if ((fields.length > 0 || blocks.length > 0) && inObject.objects > MAX_OBJECT_DEPTH) {
    issuePath.report(`Move these fields up: objects and blocks can be nested at most ${MAX_OBJECT_DEPTH} levels deep.`);
    return nothing;
  }
  if (inObject.containers > MAX_NESTING) {
    issuePath.report(`Move this up: fields can be nested at most ${MAX_NESTING} levels deep.`);
    return nothing;
  }
  const item =
    of === undefined
      ? null
      : readField(of, issuePath.at("of"), { depth: { ...depth, containers: depth.containers + 1 }, shapes: ITEM_SHAPES });
  return {
    fields: readLevel(fields, issuePath.at("fields"), inObject),
    item,
    blocks: readBlocks(blocks, issuePath.at("blocks"), inObject),
  };
}

function readBlocks(list: readonly unknown[], issuePath: IssuePath, depth: Depth): readonly BlockView[] {
  const blocks = Array.from(list, (input, index) => {
    const here = issuePath.at(index);
    const read = readShape(BLOCK_SHAPE, input, here, "a block");
    return {
      name: nameOf(input),
      issuePath: here,
      renamedFrom: read?.renamedFrom,
      fields: readLevel(read?.fields ?? [], here.at("fields"), depth),
    };
  });
  for (const block of blocks) checkBlockName(block);
  checkDistinct(blocks, "block");
  checkRenames(blocks, "block");
  return blocks;
}

function readType(input: unknown, issuePath: IssuePath): FieldType | null {
  if (!isPlainObject(input)) {
    issuePath.report(`Make this a field, an object with name and type, instead of ${formatValue(input)}.`);
    return null;
  }
  const { type } = input;
  const known = FIELD_TYPE_NAMES.find((name) => name === type);
  if (known !== undefined) return known;
  const suggestion = typeof type === "string" ? nearest(type, FIELD_TYPE_NAMES) : undefined;
  const instead = type === undefined ? "" : ` instead of ${formatValue(type)}`;
  issuePath
    .at("type")
    .report(
      suggestion === undefined
        ? `Use one of the field types${instead}: ${quoteList(FIELD_TYPE_NAMES)}.`
        : `Write "${suggestion}"${instead}.`,
    );
  return null;
}

/** The name in an object, whatever else is wrong with the object. */
export function nameOf(input: unknown): string | null {
  return isPlainObject(input) && typeof input["name"] === "string" ? input["name"] : null;
}
