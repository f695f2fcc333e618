/** What a route is: one row, which gateway, services, description and reserved names read. */
import type { JsonSchema } from "./json-schema.ts";
import type { Shape } from "./shapes/registry.ts";

export type Service = "content" | "auth" | "asset" | "search";
/** HEAD goes with GET. */
export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

/** What a route's requests count in beside the general limit, or (files) instead of it. */
export type Bucket =
  /** Everybody's requests count in the stricter limit: what is guessed at, or causes a mail. */
  | "sign-in"
  /** Those of callers who aren't known do: what a session's own page does all the time. */
  | "session"
  /** Reads have a limit of their own, as a page shows many files. */
  | "files";

/** What all paths of one part of the interface have in common; a row may say otherwise. */
export interface Policy {
  /** In metrics. */
  readonly name: string;
  /** The service that answers; `gateway` where the gateway does so itself. */
  readonly upstream: Service | "gateway";
  /**
   * Who is let in: `anyone` also without a public role and with a session that has ended, `role` whom the role's permissions
   * let in, `caller` a session or a key, `session` a session, and `admin` that of an admin. The gateway refuses dead and missing
   * credentials, the mounting of a row in its service whoever else isn't let in.
   */
  readonly auth: "anyone" | "role" | "caller" | "session" | "admin";
  readonly bucket?: Bucket | undefined;
  /** `no-store`: what is said here is stored nowhere, refusals included. */
  readonly cache?: "no-store";
  /** The service is told of the caller's cookies; no other sees any. */
  readonly cookies?: true;
  /** How long the service may take until the first byte of its answer. */
  readonly budgetMs: number | { readonly read: number; readonly write: number };
  /** An upload is streamed, and may be as large as `MAX_UPLOAD_BYTES`; any other body is JSON of a megabyte at most. */
  readonly body?: "upload";
}

/** A part of the interface: its service hears also of paths that no row has. */
export interface Area extends Policy {
  /** A path, or with a slash at its end every path below. */
  readonly paths: readonly string[];
}

/** A query, path or header parameter. */
export interface Parameter {
  readonly name: string;
  readonly in: "query" | "path" | "header";
  readonly description: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
  /** One of the project's languages. */
  readonly made?: "locale";
}

/** What a service may answer. Without `data`, `json` and `type` there is no body. */
export interface Answer {
  readonly description: string;
  /** The shape of what stands in `{ data }`. */
  readonly data?: Shape | Made | JsonSchema;
  /** The shape of the whole body. */
  readonly json?: Shape | Made | JsonSchema;
  /** The media type of what isn't JSON. */
  readonly type?: "text/html" | "text/plain" | "*/*";
  readonly etag?: true;
  readonly cookie?: true;
  readonly example?: unknown;
}

/** A shape that is made from a project's configuration, under this name. */
export interface Made {
  readonly made: "SearchAnswer" | "UploadedAsset";
}

/** One method of a route, as the description tells of it. */
export interface Operation {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly body?: { readonly shape: Shape; readonly example?: Readonly<Record<string, unknown>> };
  readonly answers: Readonly<Record<number, Answer>>;
  /** Statuses of refusals beside those that any route may give. */
  readonly refuses?: readonly number[];
  /** Needs a recent sign-in, or its confirmation: else 403 `CONFIRMATION_REQUIRED`. Of rows that let in sessions alone. */
  readonly confirmed?: true;
}

/** A fixed route: one path with all of its methods. */
export interface Route extends Policy {
  /** Parameters in braces: `/api/auth/sessions/{id}`. */
  readonly path: string;
  readonly methods: Readonly<Partial<Record<Method, Operation>>>;
  /** In the description. */
  readonly tag: string;
  /** The callers to whom the description shows it; everybody when left out, or admins where it lets nobody else in. */
  readonly shownTo?: "callers" | "uploaders" | "readers of assets";
  /** What an API key is told where a session is needed; FORBIDDEN when left out. */
  readonly refusesKeysAs?: "UNAUTHORIZED";
}

type Row = Pick<Route, "path" | "methods" | "tag"> & Partial<Route>;

/** A row: what its area says counts where the row says nothing. */
export function route<const A extends Area, const R extends Row>(area: A, row: R): Omit<A, "paths" | keyof R> & R {
  const { paths: _, ...policy } = area;
  return { ...policy, ...row } as Omit<A, "paths" | keyof R> & R;
}
