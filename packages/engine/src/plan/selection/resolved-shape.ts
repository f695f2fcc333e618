/** The shape of a stored JSON value with resolved records in place of ids. */
import type { FieldDefinition } from "@colophon/config";
import type { ErrorDetail } from "@colophon/model/errors";
import { itemDefinition, type BlockDefinition } from "@colophon/model";
import { pointersOf, targetOf } from "../../references/nested-references.ts";
import type { Resolve } from "../../requests.ts";
import type { Embedded, Members, Shape } from "./selected.ts";

interface Resolving {
  readonly problems: ErrorDetail[];
  /** The requested records of an entity. */
  readonly embed: (target: string, wanted: Resolve) => Embedded;
}

/** `path` is that of the value; anything outside its shape is invisible to the reader. */
export function resolvedShape(
  { problems, embed }: Resolving,
  shape: Shape,
  definition: FieldDefinition,
  wanted: Resolve,
  path: readonly string[],
): Shape {
  const refuse = (message: string): Shape => {
    problems.push({ field: wanted.at ?? `resolve[${path.join(".")}]`, message });
    return shape;
  };
  const deeper = (of: Shape, inside: FieldDefinition, below: Resolve, at: readonly string[]) =>
    resolvedShape({ problems, embed }, of, inside, below, at);
  const membersWith = (members: Members, fields: readonly FieldDefinition[], below: Resolve, at: readonly string[]): Members => {
    for (const name of Object.keys(below.resolve))
      if (!members.some(([own]) => own === name) || !fields.some((field) => field.name === name))
        problems.push({
          field: below.resolve[name]?.at ?? `resolve[${path.join(".")}]`,
          message: `there is no field ${[...at, name].join(".")}`,
        });
    return members.map(([name, of]) => {
      const [inside, requested] = [fields.find((field) => field.name === name), ownOf(below, name)];
      return [name, inside && requested ? deeper(of, inside, requested, [...at, name]) : of];
    });
  };

  if (wanted.counted) return refuse(`${path.join(".")} is not a reverse field`);
  const target = targetOf(definition);
  if (target !== null) {
    if (shape.kind === "blank") return shape;
    return { kind: "embed", many: shape.kind === "array", ...embed(target, wanted) };
  }
  const blocksWith = (blocks: readonly (readonly [string, Members])[], kinds: readonly BlockDefinition[]) =>
    blocks.map(([name, members]): readonly [string, Members] => {
      const [fields, requested] = [kinds.find((kind) => kind.name === name)?.fields, ownOf(wanted, name)];
      if (!fields || !requested) return [name, members];
      const at = [...path, name];
      if (isNoWay(requested))
        problems.push({ field: requested.at ?? `resolve[${at.join(".")}]`, message: `${at.join(".")} is not a relation` });
      return [name, membersWith(members, fields, requested, at)];
    });
  if (definition.type === "array" && shape.kind === "array") {
    const item = deeper(shape.of, itemDefinition(definition.of), wanted, path);
    return item.kind === "embed" && !item.many ? { ...item, many: true } : { kind: "array", of: item };
  }
  if (definition.type === "array" && shape.kind === "blank") return shape;
  if (isNoWay(wanted)) return refuse(`${path.join(".")} is not a relation`);
  if (definition.type === "object" && shape.kind === "object")
    return { kind: "object", members: membersWith(shape.members, definition.fields, wanted, path) };
  if (definition.type === "richtext" && shape.kind === "document") {
    const own = (definition.blocks ?? []).flatMap(({ name }) => (ownOf(wanted, name) ? [name] : []));
    const { references, known } = resolvedPointers({ problems, embed }, shape, definition, wanted);
    for (const name of unknownIn(wanted.resolve, [...known, ...own])) refuse(`there is no field ${[...path, name].join(".")}`);
    return { kind: "document", blocks: blocksWith(shape.blocks, definition.blocks ?? []), references };
  }
  if (definition.type !== "blocks" || shape.kind !== "blocks") return refuse(`${path.join(".")} is not a relation`);
  for (const name of Object.keys(wanted.resolve))
    if (!definition.blocks.some((block) => block.name === name)) refuse(`there is no field ${[...path, name].join(".")}`);
  return { kind: "blocks", blocks: blocksWith(shape.blocks, definition.blocks) };
}

/** Whether fields are requested of something that is no record, or nothing below it. */
function isNoWay({ fields, resolve }: Resolve): boolean {
  return fields === null || fields.length > 0 || Object.keys(resolve).length === 0;
}

/** The references of a document with the records that are requested of them, and the paths of these. */
function resolvedPointers(
  { embed }: Resolving,
  { references }: Shape & { kind: "document" },
  definition: FieldDefinition & { type: "richtext" },
  wanted: Resolve,
) {
  const asked = pointersOf(definition).flatMap((pointer) => {
    const requested = pointer.names.reduce<Resolve | undefined>((at, name) => at && ownOf(at, name), wanted);
    return requested ? [{ path: pointer.names.join("."), steps: pointer.steps, target: targetOf(pointer.definition), requested }] : [];
  });
  const isBlank = (steps: readonly string[]) => references.some((reference) => reference.steps.join() === steps.join());
  const embedded = asked.flatMap(({ steps, target, requested }) =>
    target === null || isBlank(steps) ? [] : [{ steps, shape: { kind: "embed", many: false, ...embed(target, requested) } as const }],
  );
  return { references: [...references, ...embedded], known: asked.map(({ path }) => path) };
}

/** The requested paths that are not among the known ones, each up to the first unknown name. */
function unknownIn(resolve: Resolve["resolve"], known: readonly string[], above: readonly string[] = []): readonly string[] {
  return Object.entries(resolve).flatMap(([name, below]) => {
    const path = [...above, name].join(".");
    if (known.includes(path)) return [];
    return !isNoWay(below) && known.some((other) => other.startsWith(`${path}.`))
      ? unknownIn(below.resolve, known, [...above, name])
      : [path];
  });
}

function ownOf({ resolve }: Resolve, name: string): Resolve | undefined {
  return Object.hasOwn(resolve, name) ? resolve[name] : undefined;
}
