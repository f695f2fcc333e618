import {
  defineEntity as define,
  type EntityDefinition,
  type EntityFieldDefinition,
  type HookContext,
  type HookName,
} from "@colophon/config/define";
import type { CheckedData, PartialData, StoredRecord } from "@colophon/client/content-types";
import type { EntityShape } from "@colophon/client";

/** The members that are always set for a hook of that name. */
type Given<E extends EntityShape, Name extends HookName> = Name extends "beforeCreate"
  ? { readonly data: CheckedData<E> }
  : Name extends "beforeValidate"
    ? { readonly data: PartialData<E>; readonly existing?: StoredRecord<E> }
    : Name extends "beforeDelete"
      ? { readonly existing: StoredRecord<E>; readonly record: StoredRecord<E>; readonly id: string }
      : Name extends `before${string}`
        ? { readonly data: PartialData<E>; readonly existing?: StoredRecord<E>; readonly record?: StoredRecord<E>; readonly id?: string }
        : { readonly record: StoredRecord<E>; readonly id: string };

type Context<E extends EntityShape, Name extends HookName> = Omit<HookContext, "data" | "existing" | "record" | "id"> & Given<E, Name>;
type TypedHook<E extends EntityShape, Name extends HookName> = (context: Context<E, Name>) => unknown;
type Entry<E extends EntityShape, Name extends HookName> =
  | TypedHook<E, Name>
  | (Name extends "afterRead" ? { readonly pure: true; readonly run: TypedHook<E, Name> } : never);

/** The hooks of an entity, whose `data`, `record` and `existing` have the types of its fields. */
export type HooksOf<E extends EntityShape> = { readonly [Name in HookName]?: Entry<E, Name> | readonly Entry<E, Name>[] };

/** The parts of an entity on which the types of its records depend. */
interface Shape<Name, Fields, Versions, Translatable> {
  readonly name: Name;
  readonly fields: Fields;
  readonly versions: Versions;
  readonly translatable: Translatable;
}

/** Returns an entity unchanged. In its hooks, `data`, `record` and `existing` have the types of its fields. */
export function defineEntity<
  const Name extends string,
  const Fields extends readonly EntityFieldDefinition[],
  const Options extends Omit<EntityDefinition, "name" | "fields" | "hooks">,
  const Versions extends NonNullable<EntityDefinition["versions"]> = false,
  const Translatable extends boolean = false,
>(
  entity: {
    readonly name: Name;
    readonly fields: Fields;
    readonly versions?: Versions;
    readonly translatable?: Translatable;
    readonly hooks?: HooksOf<Shape<Name, Fields, Versions, Translatable>>;
  } & Options,
): { readonly name: Name; readonly fields: Fields; readonly hooks?: NonNullable<EntityDefinition["hooks"]> } & Options {
  return define(entity as never);
}
