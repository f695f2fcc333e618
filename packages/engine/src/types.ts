/**
 * The engine's four nouns, plain frozen data: Config → Schema → Plan → Statement.
 * Nothing here does I/O, reads a clock or draws a chance: times and ids are passed in.
 */
import type { Config, FieldDefinition, FieldType, Operation } from "@colophon/config";

/** A table as SQL sees it: `"content"."article"`. System-owned entities live in schema `cms`. */
export interface Table {
  readonly schema: "content" | "cms";
  readonly name: string;
}

export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly definition: FieldDefinition;
  /** How the value is kept: in a column of the entity's table, or as rows of a junction table. */
  readonly storage:
    | { readonly kind: "column"; readonly column: string; readonly sqlType: string }
    | { readonly kind: "junction"; readonly table: Table };
  /** The entity a relation, image, video or file field points to. */
  readonly target: string | null;
  readonly required: boolean;
  readonly unique: boolean;
  readonly hidden: boolean;
  /** Automatic fields (id, _type, createdAt …) can be filtered and sorted by, never written. */
  readonly automatic: boolean;
}

export interface Entity {
  readonly name: string;
  readonly kind: "collection" | "global";
  readonly builtIn: boolean;
  readonly table: Table;
  readonly translatable: boolean;
  readonly versions: false | { readonly limit: number | null };
  /** Configured fields in the configuration's order, without the automatic ones. */
  readonly fields: readonly Field[];
  /** Automatic and configured fields by name. */
  readonly byName: ReadonlyMap<string, Field>;
  /** Fields that lists filter and sort by together, each list of them an index. */
  readonly indexes: readonly (readonly Field[])[];
}

export interface Role {
  readonly name: string;
  readonly isAdmin: boolean;
  readonly public: boolean;
  /** What the role may do to an entity; a missing entry is a refusal. An admin has none and needs none. */
  readonly permissions: ReadonlyMap<string, Readonly<Partial<Record<Operation, Rule>>>>;
}

/** One compiled permission: the rows it reaches and the fields it hides. `filter` null reaches every row. */
export interface Rule {
  readonly filter: Condition | null;
  readonly exclude: ReadonlySet<string>;
}

export interface Schema {
  readonly config: Config;
  /** SHA-256 over everything that shapes tables; the same configuration has the same hash in every process. */
  readonly hash: string;
  readonly entities: ReadonlyMap<string, Entity>;
  readonly roles: ReadonlyMap<string, Role>;
  readonly publicRole: string | null;
}

/** Who asks. `system` passes every check: the product's own work, hooks that ask for it. */
export type Actor =
  | { readonly kind: "user"; readonly role: string; readonly userId: string }
  | { readonly kind: "key"; readonly role: string; readonly keyId: string }
  | { readonly kind: "anonymous"; readonly role: string }
  | { readonly kind: "system" };

/** A value that is known only when a statement runs. */
export type Variable = "$CURRENT_USER" | "$CURRENT_ROLE" | "$NOW" | "$CACHED_TOTAL" | "$CACHED_STAMP";
export type Value = unknown | { readonly variable: Variable };

/**
 * A filter as data. `path` walks relations and nested object fields: ["author", "name"], ["seo", "headline"].
 * `at` is the parameter as the caller wrote it, for error answers.
 */
export type Condition =
  | { readonly kind: "and" | "or"; readonly of: readonly Condition[] }
  | { readonly kind: "not"; readonly of: Condition }
  | {
      readonly kind: "test";
      readonly path: readonly string[];
      readonly operator: string;
      readonly values: readonly Value[];
      readonly at?: string;
    };

export interface Resolve {
  /** Field names asked for, or null for `*`. */
  readonly fields: readonly string[] | null;
  readonly resolve: Readonly<Record<string, Resolve>>;
  /** The parameter as the caller wrote it, for error answers. */
  readonly at?: string;
}

/** The query string of a list, record or global as data, still unchecked against the schema's permissions. */
export interface ReadRequest {
  readonly filter: Condition | null;
  readonly sort: readonly { readonly field: string; readonly descending: boolean }[];
  readonly limit: number;
  readonly offset: number;
  readonly fields: readonly string[] | null;
  readonly resolve: Readonly<Record<string, Resolve>>;
  /** `null` without the parameter; "" asks for the first page. */
  readonly cursor: string | null;
  readonly count: boolean;
  readonly locale: string | null;
  readonly fallback: boolean;
  readonly draft: boolean;
}

/**
 * SQL text with `$1…$n` and the values to bind. Same shape of request, same text, so it is prepared once under `name`.
 * A value may be a Variable, filled in by `bind(statement, context)` just before it runs.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly Value[];
  /** Of a list with a total: what the total depends on, so that it can be remembered under these (with `stamp`). */
  readonly count?: { readonly name: string; readonly values: readonly Value[] };
}
