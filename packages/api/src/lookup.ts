/** Path and method → the policy that gateway and services need, without a scan of all routes. */
import { AREAS } from "./areas.ts";
import type { Area, Policy, Route } from "./route.ts";
import { entityRoutes, type EntityRoute } from "./routes/entities.ts";
import { routes } from "./routes/index.ts";

/** The gateway waits this much longer than the service's own time limit, so that the service itself can answer. */
const GATEWAY_MARGIN_MS = 500;

/** The gateway's request to the auth service that identifies a credential. Requests of callers can't reach it. */
export const identify = {
  path: "/internal/identify",
  methods: { POST: {} },
  upstream: "auth",
  budgetMs: 2000,
  cache: "no-store",
} as const satisfies Partial<Policy> & { readonly path: string; readonly methods: object };

/** How long the gateway waits for a service with this time limit. */
export function gatewayBudgetMs(budgetMs: number): number {
  return budgetMs + GATEWAY_MARGIN_MS;
}

/** The policy of one request. */
export interface RequestPolicy extends Policy {
  readonly budgetMs: number;
  /** How long the gateway waits for the first byte of the answer. */
  readonly gatewayBudgetMs: number;
}
interface ByMethod {
  readonly read: RequestPolicy;
  readonly write: RequestPolicy;
}

/** The routes at and below `/api/<segment>`, or another first segment. */
interface Section {
  readonly head: string;
  readonly rows: { readonly path: string; readonly found: ByMethod }[];
  /** Routes with parameters whose policy differs from that of other paths below. */
  readonly patterns: { readonly pattern: RegExp; readonly found: ByMethod }[];
  /** The policy of all other paths below. */
  below?: ByMethod;
  /** The next section whose segment has the same first letter and length. */
  next?: Section;
}

const API = "/api/";
const HEAD = /^\/api\/[^/{]+|^\/[^/]+/;
const MAX_SEGMENT = 32;
/** The policy of paths below `/api/` without a section: the project's entities. */
const entities = byMethod(AREAS.content);
/** By the first letter and the length of the segment: an entity's path is compared with few of them, usually with none. */
const sections: (Section | undefined)[] = Array.from({ length: 128 * MAX_SEGMENT });

for (const area of Object.values<Area>(AREAS)) if (area !== AREAS.content) for (const path of area.paths) add(path, area);
for (const row of Object.values<Route>(routes)) add(row.path, row);

/** Paths of entities with a longer time limit than the others. */
const longer = Object.values<EntityRoute>(entityRoutes).flatMap(({ path, budgetMs }) => {
  if (budgetMs === undefined) return [];
  add(path.replace("/api/{entity}", AREAS.users.paths[0]), { ...AREAS.users, budgetMs });
  return [{ pattern: patternOf(path), found: byMethod({ ...AREAS.content, budgetMs }) }];
});

function add(path: string, policy: Policy): void {
  const section = sectionOf(path);
  const found = byMethod(policy);
  if (path.endsWith("/")) section.below = found;
  else if (!path.includes("{")) section.rows.push({ path, found });
  else if (JSON.stringify(found) !== JSON.stringify(section.below)) section.patterns.push({ pattern: patternOf(path), found });
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]*")}$`);
}

function sectionOf(path: string): Section {
  const [head = path] = HEAD.exec(path) ?? [];
  const key = keyOf(head);
  for (let section = sections[key]; section; section = section.next) if (section.head === head) return section;
  const next = sections[key];
  return (sections[key] = { head, rows: [], patterns: [], ...(next && { next }) });
}

function keyOf(path: string): number {
  const start = path.startsWith(API) ? API.length : 1;
  const slash = path.indexOf("/", start);
  const length = (slash === -1 ? path.length : slash) - start;
  return length < MAX_SEGMENT ? path.charCodeAt(start) * MAX_SEGMENT + length : 0;
}

/**
 * The policy of a request, or null if no service has the path.
 *
 * @param path - in its canonical form.
 */
export function policyOf(path: string, method = "GET"): RequestPolicy | null {
  const found = find(path);
  if (!found) return null;
  return method === "GET" || method === "HEAD" || method === "OPTIONS" ? found.read : found.write;
}

/** `no-store` if no answer at a path may be stored, including errors. */
export function cacheOf(path: string): "no-store" | undefined {
  return path === identify.path ? identify.cache : policyOf(path)?.cache;
}

function find(path: string): ByMethod | undefined {
  let section = sections[keyOf(path)];
  while (section && !path.startsWith(section.head)) section = section.next;
  return (section && findIn(path, section)) ?? (path.startsWith(API) ? findEntity(path) : undefined);
}

function findEntity(path: string): ByMethod {
  for (const row of longer) if (row.pattern.test(path)) return row.found;
  return entities;
}

function findIn(path: string, section: Section): ByMethod | undefined {
  for (const row of section.rows) if (row.path === path) return row.found;
  if (path.length === section.head.length) return undefined;
  for (const row of section.patterns) if (row.pattern.test(path)) return row.found;
  return section.below;
}

function byMethod(policy: Policy): ByMethod {
  return { read: requestPolicy(policy, "read"), write: requestPolicy(policy, "write") };
}

function requestPolicy(policy: Policy, kind: "read" | "write"): RequestPolicy {
  const { name, upstream, auth, cache, cookies, body, isStream } = policy;
  const bucket = policy.bucket === "files" && kind === "write" ? undefined : policy.bucket;
  const budgetMs = typeof policy.budgetMs === "number" ? policy.budgetMs : policy.budgetMs[kind];
  const optional = { ...(cache && { cache }), ...(cookies && { cookies }), ...(body && { body }), ...(isStream && { isStream }) };
  return { name, upstream, auth, bucket, ...optional, budgetMs, gatewayBudgetMs: gatewayBudgetMs(budgetMs) };
}

/** A JSON body's limit. */
export const MAX_JSON_BYTES = 1024 * 1024;
/** Maximum size of the other parts of an upload and the boundaries between them. */
const FORM_FRAME_BYTES = 64 * 1024;

/** The maximum size of any body. @param maxUploadBytes - the maximum size of a file. */
export function maxBodyBytes({ body }: Pick<Policy, "body">, maxUploadBytes: number): number {
  return body === "upload" ? maxUploadBytes + FORM_FRAME_BYTES : MAX_JSON_BYTES;
}

const PATHS = [...Object.values(AREAS).flatMap(({ paths }) => paths), ...Object.values(routes).map(({ path }) => path)];

/** First segments below `/api/` that are in use: no entity can have such a name. */
export const RESERVED_SEGMENTS: ReadonlySet<string> = new Set(PATHS.flatMap((path) => /^\/api\/([^/{]+)/.exec(path)?.[1] ?? []));
