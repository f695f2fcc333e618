export type UpstreamName = "content" | "auth" | "asset" | "search";

/** What the gateway does with a path. */
export interface Route {
  readonly upstream: UpstreamName;
  /** The route's name in metrics. */
  readonly name: string;
  /** Counted in the stricter limit of sign-in as well. */
  readonly isAuth: boolean;
  /** Needs no credentials. */
  readonly isOpen: boolean;
  readonly isUpload: boolean;
  /** How long the service may think before the first byte of its answer. */
  readonly firstByteMs: number;
}

const SECOND = 1000;
/** What has a limit of its own in the service gets half a second more here, so that the service itself says what became of it. */
const base = { isAuth: false, isOpen: false, isUpload: false, firstByteMs: 5 * SECOND };

const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);
const OPEN_PATHS: ReadonlySet<string> = new Set(["/api/auth/request", "/api/auth/create", "/api/auth/logout"]);

const ROUTES = {
  auth: { ...base, upstream: "auth", name: "auth", isAuth: true },
  open: { ...base, upstream: "auth", name: "auth", isAuth: true, isOpen: true },
  keys: { ...base, upstream: "auth", name: "api-keys" },
  upload: { ...base, upstream: "asset", name: "upload", isUpload: true, firstByteMs: 30 * SECOND },
  assets: { ...base, upstream: "asset", name: "assets", firstByteMs: 15.5 * SECOND },
  search: { ...base, upstream: "search", name: "search" },
  custom: { ...base, upstream: "content", name: "custom", firstByteMs: 10.5 * SECOND },
  content: { ...base, upstream: "content", name: "content" },
  write: { ...base, upstream: "content", name: "content", firstByteMs: 5.5 * SECOND },
} as const satisfies Record<string, Route>;

/**
 * Which service answers a path, or null when none does.
 *
 * @param path - in its canonical form.
 * @param method - decides how long an answer may take.
 */
export function routeOf(path: string, method = "GET"): Route | null {
  if (path.startsWith("/api/auth/") || path === "/api/auth") return OPEN_PATHS.has(path) ? ROUTES.open : ROUTES.auth;
  if (path === "/api/_api-keys" || path.startsWith("/api/_api-keys/")) return ROUTES.keys;
  if (path === "/api/assets/upload") return ROUTES.upload;
  if (path.startsWith("/api/assets/")) return ROUTES.assets;
  if (path === "/api/search") return ROUTES.search;
  if (path.startsWith("/api/custom/")) return ROUTES.custom;
  if (path.startsWith("/api/") || path === "/openapi.json" || path === "/docs" || path.startsWith("/docs/")) {
    return READS.has(method) ? ROUTES.content : ROUTES.write;
  }
  return null;
}
