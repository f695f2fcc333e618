/** References inside objects, arrays, blocks and documents, and values inside arrays and blocks, by their dotted paths: `ingredients.ingredient`, `tickets.price`. */
import type { EntityShape, FieldShape, VisibleField } from "./config-shape.ts";

/** Fields that refer to records. */
export interface Pointer {
  readonly type: "relation" | "image" | "video" | "file";
}
/** Fields that contain other fields or values. */
export interface Structure {
  readonly type: "object" | "array" | "blocks";
}
interface NestedField<Path, F, IsElement> {
  readonly path: Path;
  readonly field: F;
  /** Whether a record has several of them: behind an array or blocks, or with `many`. */
  readonly isOneOfMany: F extends { readonly many: true } ? true : IsElement;
}

type InMembers<Fields extends readonly FieldShape[], Path extends string, IsElement> = InMember<
  Exclude<Fields[number], { readonly hidden: true }>,
  Path,
  IsElement
>;
type InMember<F, Path extends string, IsElement> = F extends { readonly name: infer Name extends string }
  ? At<F, `${Path}.${Name}`, IsElement>
  : never;
type InBlock<Block, Path extends string> = Block extends {
  readonly name: infer Name extends string;
  readonly fields: infer Fields extends readonly FieldShape[];
}
  ? InMembers<Fields, `${Path}.${Name}`, true>
  : never;

/** `IsElement`: whether the path leads through an array or blocks. */
type At<F, Path extends string, IsElement> = F extends {
  readonly type: "object";
  readonly fields: infer Fields extends readonly FieldShape[];
}
  ? InMembers<Fields, Path, IsElement>
  : F extends { readonly type: "array"; readonly of: infer Item }
    ? At<Item, Path, true>
    : F extends { readonly type: "blocks"; readonly blocks: readonly (infer Block)[] }
      ? InBlock<Block, Path>
      : F extends Pointer
        ? NestedField<Path, F, IsElement>
        : IsElement extends true
          ? NestedField<Path, F, IsElement>
          : never;
/** A document of rich text: it refers to assets, to the entities in its `embeds`, and in its own blocks. */
export interface Document {
  readonly type: "richtext";
  readonly format: "document";
}
type DocumentPath<F> =
  | "image"
  | "video"
  | "file"
  | (F extends { readonly embeds: readonly (infer E extends string)[] } ? `${"record" | "link"}.${E}` : never);
type InDocument<Path extends string, Own> = Own extends "image" | "video" | "file"
  ? NestedField<`${Path}.${Own}`, { readonly type: Own }, true>
  : Own extends `${"record" | "link"}.${infer To}`
    ? NestedField<`${Path}.${Own}`, { readonly type: "relation"; readonly to: To }, true>
    : never;
type InOwnBlocks<F, Path extends string> = F extends { readonly blocks: readonly (infer Block)[] } ? InBlock<Block, Path> : never;

type InField<F> = F extends { readonly name: infer Name extends string }
  ? F extends Structure
    ? At<F, Name, false>
    : F extends Document
      ? InDocument<Name, DocumentPath<F>> | InOwnBlocks<F, Name>
      : never
  : never;
type InEntity<E extends EntityShape> = InField<VisibleField<E>>;

/** The references that answers contain by default. */
export type NestedReference<E extends EntityShape> = Extract<InEntity<E>, { readonly field: Pointer }>;
/** Values inside arrays and blocks. */
export type ElementValue<E extends EntityShape> = Exclude<InEntity<E>, { readonly field: Pointer }>;
