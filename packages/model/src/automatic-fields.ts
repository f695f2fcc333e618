/** Fields that records have without configuring them. */
import type { Kind } from "./kinds.ts";

interface AutomaticField {
  readonly name: string;
  readonly kind: Kind;
  readonly column: string;
  /** Whether records may have no value of it. */
  readonly nullable?: true;
}

/** Of every record, in the order of an answer. `_type` is a constant, without a column. */
export const RECORD_FIELDS = [
  { name: "id", kind: "id", column: "id" },
  { name: "_type", kind: "text", column: "_type" },
  { name: "createdAt", kind: "datetime", column: "created_at" },
  { name: "updatedAt", kind: "datetime", column: "updated_at" },
  { name: "publishedAt", kind: "datetime", column: "published_at", nullable: true },
] as const satisfies readonly AutomaticField[];

/** Of translatable entities. */
export const TRANSLATION_FIELDS = [
  { name: "locale", kind: "text", column: "locale" },
  { name: "translationGroup", kind: "id", column: "translation_group" },
] as const satisfies readonly AutomaticField[];

/** The creator and the last editor of a record: a user or an API key, whose ids conditions compare. */
export const OWNER_FIELDS = [
  { name: "_createdBy", kind: "id", column: "created_by", nullable: true },
  { name: "_updatedBy", kind: "id", column: "updated_by", nullable: true },
] as const satisfies readonly AutomaticField[];

/** The state of a record and its draft, in reads of drafts. It is no column. */
export const STATUS_FIELD = { name: "_status", kind: "choice", column: "_status" } as const satisfies AutomaticField;
/** The time when a record was moved to the trash, in reads of the trash. */
export const DELETED_FIELD = { name: "_deletedAt", kind: "datetime", column: "_deleted_at" } as const satisfies AutomaticField;

/** The names that no field of a project can have. */
export const AUTOMATIC_NAMES: readonly string[] = [...RECORD_FIELDS, ...TRANSLATION_FIELDS].map(({ name }) => name);
/** The names of the creator and the last editor. */
export const OWNER_NAMES: readonly string[] = OWNER_FIELDS.map(({ name }) => name);

/** The fields that answers contain by default, by name. */
export type AutomaticName = (typeof RECORD_FIELDS | typeof TRANSLATION_FIELDS)[number]["name"];
export type OwnerName = (typeof OWNER_FIELDS)[number]["name"];
type Named = (typeof RECORD_FIELDS | typeof TRANSLATION_FIELDS | typeof OWNER_FIELDS)[number] | typeof STATUS_FIELD | typeof DELETED_FIELD;
/** The kind of an automatic field, as a type. */
export type AutomaticKind<Name> = Extract<Named, { readonly name: Name }>["kind"];

/** The states of a record and its draft. */
export const STATUSES = ["draft", "published", "modified"] as const;
export type Status = (typeof STATUSES)[number];
