/** A route: one row from which gateway, services, API description and reserved names are derived. */
import type { JsonSchema } from "@colophon/model";
import type { Shape } from "./shapes/registry.ts";

export type Service = "content" | "auth" | "asset" | "search";
/** GET includes HEAD. */
export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

/** The rate limit of a route's requests, in addition to the general limit, or (files) instead of it. */
export type Bucket =
  /** Requests of all callers count in the stricter limit: for paths that can be used for guessing, or that send mail. */
  | "sign-in"
  /** Only requests of unknown callers do: for paths that a signed-in page uses all the time. */
  | "session"
  /** Reads have their own limit, as a page shows many files. */
  | "files";

/** The common properties of all paths of one area; a route can override them. */
export interface Policy {
  /** The label in metrics. */
  readonly name: string;
  /** The service that answers; `gateway` if the gateway answers itself. */
  readonly upstream: Service | "gateway";
  /**
   * Which callers are allowed: `anyone` also without a public role and with an expired session, `role` according to the role's permissions,
   * `caller` a session or a key, `session` a session, and `admin` an admin's session. The gateway refuses expired and missing credentials;
   * the service that serves the route refuses the others.
   */
  readonly auth: "anyone" | "role" | "caller" | "session" | "admin";
  readonly bucket?: Bucket | undefined;
  /** `no-store`: the answers are stored nowhere, including errors. */
  readonly cache?: "no-store";
  /** The service receives the caller's cookies; other services don't. */
  readonly cookies?: true;
  /** The time limit of the service until the first byte of its answer. */
  readonly budgetMs: number | { readonly read: number; readonly write: number };
  /** An upload is streamed, and may be as large as `MAX_UPLOAD_BYTES`; any other body is JSON of a megabyte at most. */
  readonly body?: "upload";
  /** The answer is a stream of events, which lasts until the caller goes: it takes no place at its service. */
  readonly isStream?: true;
}

/** An area of the API: its service also receives requests for paths without a route. */
export interface Area extends Policy {
  /** A path, or with a trailing slash every path below it. */
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

/** An answer that a service may give. Without `data`, `json` and `type` it has no body. */
export interface Answer {
  readonly description: string;
  /** The shape of the value of `{ data }`. */
  readonly data?: Shape | Made | JsonSchema;
  /** The shape of the whole body. */
  readonly json?: Shape | Made | JsonSchema;
  /** The media type if it isn't JSON. */
  readonly type?: "text/html" | "text/plain" | "text/event-stream" | "*/*";
  readonly etag?: true;
  readonly cookie?: true;
  readonly example?: unknown;
}

/** A shape that is generated from a project's configuration, under this name. */
export interface Made {
  readonly made: "SearchAnswer" | "UploadedAsset";
}

/** One method of a route, as in the API description. */
export interface Operation {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly body?: { readonly shape: Shape; readonly example?: Readonly<Record<string, unknown>> };
  readonly answers: Readonly<Record<number, Answer>>;
  /** Statuses of errors, in addition to those of all routes. */
  readonly refuses?: readonly number[];
  /** Needs a recent sign-in or confirmation: otherwise 403 `CONFIRMATION_REQUIRED`. Only for routes that are limited to sessions. */
  readonly confirmed?: true;
}

/** A fixed route: one path with all of its methods. */
export interface Route extends Policy {
  /** Parameters in braces: `/api/auth/sessions/{id}`. */
  readonly path: string;
  readonly methods: Readonly<Partial<Record<Method, Operation>>>;
  /** In the API description. */
  readonly tag: string;
  /** The callers for whom the description contains it; by default everybody, or admins if only they are allowed. */
  readonly shownTo?:
    | "callers"
    | "uploaders"
    | "readers of assets"
    | "sites with public file URLs"
    | "sites with events"
    | "sites with an audit log";
  /** The error for an API key if a session is needed; FORBIDDEN by default. */
  readonly refusesKeysAs?: "UNAUTHORIZED";
}

type Row = Pick<Route, "path" | "methods" | "tag"> & Partial<Route>;

/** A route: its area's policy applies unless the row overrides it. */
export function route<const A extends Area, const R extends Row>(area: A, row: R): Omit<A, "paths" | keyof R> & R {
  const { paths: _, ...policy } = area;
  return { ...policy, ...row } as Omit<A, "paths" | keyof R> & R;
}
