/** Requests as data, not yet checked against the schema. */
import type { Value } from "./placeholder.ts";

/**
 * A filter as data. `path` leads through relations and nested object fields: ["author", "name"], ["seo", "headline"]. `at` is the parameter
 * as the caller wrote it, for error answers.
 */
export type Condition =
  | { readonly kind: "and" | "or"; readonly of: readonly Condition[] }
  | { readonly kind: "not"; readonly of: Condition }
  | {
      readonly kind: "test";
      readonly path: readonly string[];
      readonly operator: string;
      readonly values: readonly Value[];
      /** What `values` was before it was split at commas. */
      readonly whole?: string;
      readonly at?: string;
    };

export interface Resolve {
  /** Requested field names, or null for `*`. */
  readonly fields: readonly string[] | null;
  readonly resolve: Readonly<Record<string, Resolve>>;
  /** Whether the number of records is requested, for a reverse field. */
  readonly counted?: boolean;
  /** Whether only that is requested. */
  readonly onlyCounted?: boolean;
  /** The parameter as the caller wrote it, for error answers. */
  readonly at?: string;
}

/** The query string of a list, record or global as data, not yet checked against the schema's permissions. */
export interface ReadRequest {
  readonly filter: Condition | null;
  /** A text that a searchable field must contain. */
  readonly q: string | null;
  readonly sort: readonly { readonly field: string; readonly descending: boolean }[];
  readonly limit: number;
  readonly offset: number;
  readonly fields: readonly string[] | null;
  readonly resolve: Readonly<Record<string, Resolve>>;
  /** `null` without the parameter; "" requests the first page. */
  readonly cursor: string | null;
  /** Whether the total is requested; `exact` waits for it as long as it takes. */
  readonly count: boolean | "exact";
  readonly locale: string | null;
  /** Null without the parameter: then true for references, and false for the rows of a list. */
  readonly fallback: boolean | null;
  readonly draft: boolean;
  /** Whether it is a read of the trash. */
  readonly trashed: boolean;
  /** Whether each record shows what the caller may do with it. */
  readonly can: boolean;
}
