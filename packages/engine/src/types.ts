/**
 * The schema and its callers: plain frozen data, the second of Config → Schema → Plan → Statement. Nothing of the engine does I/O, reads a
 * clock or uses randomness: times and ids are passed in.
 */
import type { Config, FieldDefinition, FieldType, Operation, ReverseDefinition } from "@colophon/config";
import type { Condition } from "./requests.ts";

/** A table in SQL: `"content"."article"`. System entities are in the schema `cms`. */
export interface Table {
  readonly schema: "content" | "cms";
  readonly name: string;
  /** Set if rows may be in the trash. */
  readonly trash?: true;
  /** Set for a translatable entity: an id of one of its rows means the row's translation group. The default locale. */
  readonly defaultLocale?: string;
}

export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly definition: FieldDefinition;
  /** How the value is stored: in a column of the entity's table, or as rows of a junction table. */
  readonly storage:
    | { readonly kind: "column"; readonly column: string; readonly sqlType: string }
    | { readonly kind: "junction"; readonly table: Table };
  /** The target entity of a relation, image, video or file field. */
  readonly target: string | null;
  /** The references inside its objects, arrays and blocks. */
  readonly references: readonly NestedReference[];
  /** Whether it reads as empty at once when its target record is removed, and is cleared later. */
  readonly clears: boolean;
  /** Whether its target record may be in the trash: then it reads as empty, and keeps its value. */
  readonly trashable: boolean;
  /** The table of its target if that is translatable: then it refers to a translation group. */
  readonly group: Table | null;
  /** Whether it is required without a condition. */
  readonly required: boolean;
  readonly unique: boolean;
  readonly hidden: boolean;
  /** Whether all translations of a record have the same value. */
  readonly shared: boolean;
  /** Automatic fields (id, _type, createdAt …) can be filtered and sorted by, never written. */
  readonly automatic: boolean;
}

/** The records of another entity that refer to this one by a relation. */
export interface Reverse {
  readonly name: string;
  readonly definition: ReverseDefinition;
  readonly hidden: boolean;
}

/** As in PostgreSQL's foreign keys; rows of a junction are deleted by cascade unless their relation is `restrict`. */
export type OnDelete = "no action" | "cascade" | "set null";

/** A reference inside a field's objects, arrays, blocks and rich text, at any position in their lists. */
export interface NestedReference {
  /** Dotted, without list indexes, with the names of blocks: `ingredients.ingredient`, `body.gallery.image`. */
  readonly path: string;
  /**
   * The path through the field's JSON: a member's name, `*` each item, `?kind` a block of that kind, `-` each id of a list, `^name` the nodes
   * or marks of a document with that name at any depth, `^name:entity` those with that entity, `~entity` the ids in Markdown, of images without a name.
   */
  readonly steps: readonly string[];
  readonly definition: FieldDefinition;
  readonly target: string;
  readonly onDelete: OnDelete;
  /** Whether its target record may be in the trash. */
  readonly trashable: boolean;
  /** The table of its target if that is translatable: then it refers to a translation group. */
  readonly group: Table | null;
}

export interface Entity {
  readonly name: string;
  readonly kind: "collection" | "global";
  readonly builtIn: boolean;
  /** Whether its records may be deleted in the background, because of many references or cascades. */
  readonly removable: boolean;
  readonly table: Table;
  readonly translatable: boolean;
  readonly versions: false | { readonly limit: number | null };
  /** Whether its changes are logged in the audit log. */
  readonly audited: boolean;
  /** How long deleted records can be restored; false if deletions are final. */
  readonly trash: false | { readonly days: number };
  /** Configured fields in the configuration's order, without the automatic ones. */
  readonly fields: readonly Field[];
  /** Fields without stored values, by name. */
  readonly reverses: ReadonlyMap<string, Reverse>;
  /** Automatic and configured fields by name. */
  readonly byName: ReadonlyMap<string, Field>;
  /** Fields that lists filter and sort by together; each list has an index. */
  readonly indexes: readonly (readonly Field[])[];
  /** Fields that are unique together. */
  readonly uniqueTogether: readonly (readonly Field[])[];
  /** Fields that roles' row filters for reading compare with constants, in the configuration's order: indexes contain their values. */
  readonly filteredBy: readonly Field[];
}

export interface Role {
  readonly name: string;
  readonly isAdmin: boolean;
  readonly public: boolean;
  /** The role's permissions for an entity; a missing entry is a refusal. An admin has none and needs none. */
  readonly permissions: ReadonlyMap<string, Readonly<Partial<Record<Operation, Rule>>>>;
}

/** One compiled permission: a row filter, null for every row, and the fields that it hides. */
export interface Rule {
  readonly filter: Condition | null;
  readonly exclude: ReadonlySet<string>;
  /** Whether reading extends to drafts without the permission to update. */
  readonly drafts: boolean;
}

/** Who is told about the events of an entity. */
export interface EventSource {
  readonly told: "webhooks" | "stream" | "both";
  /** Column → the field's name: what the event stream needs to decide the row filters of roles. */
  readonly columns: Readonly<Record<string, string>>;
}

/** What the triggers of a site write down: the entities whose rows, and whose drafts, have events. */
export interface EventSources {
  readonly rows: ReadonlyMap<string, EventSource>;
  readonly drafts: ReadonlyMap<string, EventSource>;
}

/** How complete URLs of files are built. */
export interface AssetUrls {
  /** What precedes the path of a file, without a slash at the end. */
  readonly prefix: string;
  /** A signed URL lasts for one to two of these periods. It stays the same for a whole period. */
  readonly periodSeconds: number;
  /** The hex digits of a signature: the first ones of an HMAC-SHA-256 of `<end>/<filename>`. */
  readonly signatureLength: number;
  /** Its key with the two paddings of HMAC, as hex. */
  readonly innerKey: string;
  readonly outerKey: string;
}

export interface Schema {
  readonly config: Config;
  /** SHA-256 of everything that determines the tables; the same configuration has the same hash in every process. */
  readonly hash: string;
  readonly entities: ReadonlyMap<string, Entity>;
  readonly roles: ReadonlyMap<string, Role>;
  readonly publicRole: string | null;
  /** What webhooks and event streams are told about. */
  readonly events: EventSources;
  /** Null: the URL of a file is a path. */
  readonly assetUrls: AssetUrls | null;
}

/** The caller. `system` passes every check: the product's own work, and hooks that request it. */
export type Principal =
  | {
      readonly kind: "user";
      readonly role: string;
      readonly userId: string;
      /** Whether the sign-in is recent enough for sensitive changes; omitted: no. */
      readonly confirmed?: boolean;
    }
  | { readonly kind: "key"; readonly role: string; readonly keyId: string }
  | { readonly kind: "anonymous"; readonly role: string }
  | { readonly kind: "system" };
