/** References inside objects, arrays and blocks, by their dotted paths: `ingredients.ingredient`, `body.gallery.image`. */
import type { EntityShape, FieldShape, VisibleField } from "./config-shape.ts";

/** Fields that refer to records. */
export interface Pointer {
  readonly type: "relation" | "image" | "video" | "file";
}
/** Fields that contain other fields or values. */
export interface Structure {
  readonly type: "object" | "array" | "blocks";
}
interface ReferenceAt<Path, F> {
  readonly path: Path;
  readonly field: F;
}

type InMembers<Fields extends readonly FieldShape[], Path extends string> = InMember<
  Exclude<Fields[number], { readonly hidden: true }>,
  Path
>;
type InMember<F, Path extends string> = F extends { readonly name: infer Name extends string } ? At<F, `${Path}.${Name}`> : never;
type InBlock<Block, Path extends string> = Block extends {
  readonly name: infer Name extends string;
  readonly fields: infer Fields extends readonly FieldShape[];
}
  ? InMembers<Fields, `${Path}.${Name}`>
  : never;

type At<F, Path extends string> = F extends { readonly type: "object"; readonly fields: infer Fields extends readonly FieldShape[] }
  ? InMembers<Fields, Path>
  : F extends { readonly type: "array"; readonly of: infer Item }
    ? At<Item, Path>
    : F extends { readonly type: "blocks"; readonly blocks: readonly (infer Block)[] }
      ? InBlock<Block, Path>
      : F extends Pointer
        ? ReferenceAt<Path, F>
        : never;
type InField<F> = F extends Structure & { readonly name: infer Name extends string } ? At<F, Name> : never;

/** Those that answers contain by default. */
export type NestedReference<E extends EntityShape> = InField<VisibleField<E>>;
