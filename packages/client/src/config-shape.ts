/** The parts of a project's configuration from which the types are derived, as a plain structure without imports. */

export interface FieldShape {
  readonly name: string;
  readonly type: string;
}
export interface EntityShape {
  readonly name: string;
  readonly fields: readonly FieldShape[];
}
export interface ConfigShape {
  readonly entities: readonly EntityShape[];
  readonly customRoutes?: readonly { readonly name: string }[];
}

interface Text<Name extends string> {
  readonly name: Name;
  readonly type: "text";
}
interface Figure<Name extends string> {
  readonly name: Name;
  readonly type: "number";
}
type Known<Field> = Field & { readonly required: true };
type File = readonly [Known<Text<"filename">>, Known<Text<"mimeType">>, Known<Figure<"size">>, Known<Text<"url">>];
type Picture = readonly [...File, Figure<"width">, Figure<"height">];

interface BuiltIns {
  readonly _user: {
    readonly name: "_user";
    readonly fields: readonly [
      { readonly name: "email"; readonly type: "email"; readonly required: true },
      Text<"name">,
      { readonly name: "role"; readonly type: "text"; readonly required: true },
    ];
  };
  readonly _image: {
    readonly name: "_image";
    readonly fields: readonly [
      ...Picture,
      Text<"alt">,
      Figure<"focalX">,
      Figure<"focalY">,
      Text<"blurhash">,
      { readonly name: "color"; readonly type: "color" },
    ];
  };
  readonly _video: { readonly name: "_video"; readonly fields: readonly [...Picture, Figure<"duration">] };
  readonly _file: { readonly name: "_file"; readonly fields: readonly [...File, Figure<"duration">] };
}

type Configured<C extends ConfigShape> = { readonly [E in C["entities"][number] as E["name"]]: E };

/** Every entity by name, including the built-in ones. */
export type Entities<C extends ConfigShape> = Configured<C> & BuiltIns;
export type EntityNamed<C extends ConfigShape, Name> = Name extends keyof Entities<C> ? Entities<C>[Name] & EntityShape : never;
/** The names of globals. */
export type GlobalName<C extends ConfigShape> = Extract<C["entities"][number], { readonly global: true }>["name"];
/** The names of entities that are not globals. */
export type CollectionName<C extends ConfigShape> = Exclude<keyof Entities<C> & string, GlobalName<C>>;

/** The fields of an entity that answers contain by default. */
export type VisibleField<E extends EntityShape> = Exclude<E["fields"][number], { readonly hidden: true } | { readonly type: "reverse" }>;
/** The reverse fields: the records that refer to this one. */
export type ReverseField<E extends EntityShape> = Exclude<
  Extract<E["fields"][number], { readonly type: "reverse" }>,
  { readonly hidden: true }
>;
export type FieldNamed<E extends EntityShape, Name> = Extract<E["fields"][number], { readonly name: Name }>;

/** The target entity of a relation, image, video or file field, or the source entity of a reverse field. */
export type TargetOf<F> = F extends
  | { readonly type: "relation"; readonly to: infer To }
  | { readonly type: "reverse"; readonly from: infer To }
  ? To
  : F extends { readonly type: infer Type extends "image" | "video" | "file" }
    ? `_${Type}`
    : never;
/** The fields that refer to records. */
export type RelationField<E extends EntityShape> = Extract<VisibleField<E>, { readonly type: "relation" | "image" | "video" | "file" }>;

/** Whether the entity has drafts and versions. */
export type HasVersions<E> = E extends { readonly versions: infer Option } ? (Option extends false ? false : true) : false;
/** Whether deleted records of the entity lie in a trash. */
export type HasTrash<E> = E extends { readonly trash: infer Option } ? (Option extends false ? false : true) : false;
