import { isPlainObject } from "@colophon/model";
import { parse as parseHost } from "tldts";
import * as z from "zod";
import type { IssuePath } from "../problems.ts";
import { readShape } from "../shape.ts";
import { quoteList, formatValue } from "../messages.ts";
import { callable } from "./field-shapes.ts";
import { checkKnownRole } from "./names.ts";
import { nameOf } from "./read-fields.ts";

/** A year: what caches take as for ever. */
const MAX_CACHE_SECONDS = 31_536_000;
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const ROUTE_SHAPE = z.strictObject({
  name: z.string(),
  method: z.enum(METHODS).optional(),
  roles: z.array(z.string()).optional(),
  handler: callable("handler"),
});
const seconds = () => z.int().min(0).max(MAX_CACHE_SECONDS);
export const CACHE_SHAPE = z.strictObject({
  public: z.strictObject({ maxAge: seconds(), staleWhileRevalidate: seconds().optional(), staleIfError: seconds().optional() }).optional(),
});
/** A hundred years. */
const MAX_AUDIT_DAYS = 36_500;
const AUDIT_SHAPE = z.strictObject({ days: z.int().min(1).max(MAX_AUDIT_DAYS).optional(), values: z.boolean().optional() });
const CORS_SHAPE = z.strictObject({ origins: z.array(z.string()) });

/** The locales: well-formed, distinct, and including the default one. */
export function checkLocales(locales: readonly string[], defaultLocale: string | undefined, issuePath: IssuePath): void {
  const seen = new Map<string, string>();
  for (const [index, locale] of locales.entries()) {
    const at = issuePath.at("locales", index);
    const canonical = canonicalOf(locale);
    const known = canonical === null ? undefined : seen.get(canonical);
    if (canonical === null) at.report(`Use a BCP 47 tag such as en or pt-BR instead of ${formatValue(locale)}.`);
    else if (known !== undefined)
      at.report(
        known === locale
          ? `Remove this locale: "${locale}" is listed already.`
          : `Remove this locale: "${locale}" is the same as "${known}".`,
      );
    else seen.set(canonical, locale);
  }
  if (defaultLocale === undefined || locales.includes(defaultLocale)) return;
  issuePath.at("defaultLocale").report(`Use ${quoteList(locales)}, or add "${defaultLocale}" to locales.`);
}

function canonicalOf(locale: string): string | null {
  try {
    return locale.length > 35 ? null : (Intl.getCanonicalLocales(locale)[0] ?? null);
  } catch {
    return null;
  }
}

/** The options of the audit log; false for none. */
export function checkAudit(audit: unknown, issuePath: IssuePath): void {
  if (audit === false) return;
  if (audit === true) issuePath.report("Remove this: changes are logged unless audit is false.");
  else readShape(AUDIT_SHAPE, audit, issuePath, "audit");
}

/** The origins that a browser may call from: each exactly as browsers send it, or with `*` as its first label. */
export function checkCors(cors: unknown, issuePath: IssuePath): void {
  for (const [index, origin] of (readShape(CORS_SHAPE, cors, issuePath, "cors")?.origins ?? []).entries()) {
    if (origin.includes("://*.")) {
      checkWildcard(origin, issuePath.at("origins", index));
      continue;
    }
    const url = URL.parse(origin);
    const isWeb = url !== null && /^https?:$/.test(url.protocol) && !url.hostname.includes("*");
    if (isWeb && url.origin === origin) continue;
    const correction = isWeb ? `"${url.origin}"` : "an exact origin such as https://www.example.com";
    issuePath
      .at("origins", index)
      .report(`Use ${correction} instead of ${formatValue(origin)}: scheme, host and port as a browser sends them, nothing else.`);
  }
}

/** A wildcard is allowed for one label below a registered domain: a public suffix has everybody's sites below it. */
function checkWildcard(origin: string, issuePath: IssuePath): void {
  const bare = origin.replace("://*.", "://");
  const url = URL.parse(bare);
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.origin === bare && !bare.includes("*");
  if (!isOrigin) return issuePath.report(`Use a wildcard such as https://*.example.com instead of ${formatValue(origin)}.`);
  const { domain } = parseHost(url.hostname, { allowPrivateDomains: true });
  if (domain === null)
    issuePath.report(`Use your own domain instead of ${formatValue(origin)}: anyone can create a site below ${url.hostname}.`);
}

/** The project's own routes. `roles` is null if the roles could not be read. */
export function checkRoutes(list: readonly unknown[], issuePath: IssuePath, roles: ReadonlySet<string> | null): void {
  const taken = new Map<string, string>();
  for (const [index, input] of list.entries()) {
    const at = issuePath.at(index);
    const read = readShape(ROUTE_SHAPE, input, at, "a custom route");
    const name = nameOf(input);
    if (name !== null && !/^[a-z0-9-]+$/.test(name))
      at.at("name").report(`Rename the route ${formatValue(name)}: use lower-case letters, digits and -.`);
    if (roles !== null) checkRouteRoles(read?.roles ?? [], at.at("roles"), roles);
    const isMethodWrong = isPlainObject(input) && input["method"] !== undefined && read?.method === undefined;
    if (name === null || isMethodWrong) continue;
    const key = `${read?.method ?? "GET"} ${name}`;
    const holder = taken.get(key);
    if (holder === undefined) taken.set(key, at.path);
    else at.at("name").report(`Rename this route or change its method: ${holder} is ${key} too.`);
  }
}

function checkRouteRoles(names: readonly string[], issuePath: IssuePath, roles: ReadonlySet<string>): void {
  for (const [index, name] of names.entries()) checkKnownRole(name, issuePath.at(index), roles);
}
