/** The Content-Security-Policy of the admin page. */
import { createHash } from "node:crypto";
import { fillPlaces, type Config } from "@colophon/config";

/** The part of the configuration that names other sites. */
export type ShownSites = Pick<Config, "admin" | "cors" | "storage"> & {
  readonly entities: readonly Pick<Config["entities"][number], "admin">[];
};

/**
 * Only its own host, except for the sites whose previews it frames, the one with its logo and the CDN of files. Inline styles are allowed, because the
 * component kit writes sizes and colours into `style` elements at run time. Of inline scripts, only those of the document itself are allowed.
 *
 * @param inlineScripts - their texts
 */
export function pagePolicy(config: ShownSites, inlineScripts: readonly string[]): string {
  const logo = config.admin === false ? undefined : config.admin?.logo;
  const files = config.storage.publicUrl ?? "";
  const rules: readonly (readonly string[])[] = [
    ["default-src", "'none'"],
    ["script-src", "'self'", ...inlineScripts.map(hashSource)],
    ["style-src", "'self'", "'unsafe-inline'"],
    ["img-src", "'self'", "data:", "blob:", ...originsIn([logo ?? "", files])],
    ["media-src", "'self'", "blob:", ...originsIn([files])],
    ["font-src", "'self'"],
    ["connect-src", "'self'"],
    ["frame-src", "'self'", ...framedSites(config)],
    ["form-action", "'self'"],
    ["base-uri", "'none'"],
    ["frame-ancestors", "'none'"],
  ];
  return rules.map((rule) => rule.join(" ")).join("; ");
}

function hashSource(script: string): string {
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}

/** The sites of the entities' previews. The result of a function isn't known here: it may use the sites that may call the API. */
function framedSites({ entities, cors }: ShownSites): readonly string[] {
  const previews = entities.flatMap(({ admin }) => admin?.preview ?? []);
  const isFunction = previews.some((preview) => typeof preview === "function");
  return originsIn([...previews.filter((preview) => typeof preview === "string"), ...(isFunction ? cors.origins : [])]);
}

const FIRST_LABEL = /^(https?:\/\/)\{[^{}]*\}\./;

/**
 * Each origin once; none for URLs on the page's own host, or whose host contains values of a record. The first label may be a placeholder.
 */
function originsIn(addresses: readonly string[]): readonly string[] {
  const origins = addresses.flatMap((address) => {
    const sample = fillPlaces(address.replace(FIRST_LABEL, "$1*."), () => "{}");
    const origin = /^https?:\/\/(?:\*\.)?[a-z\d.-]+(?::\d+)?(?=[/?#]|$)|^https?:\/\/\[[\da-f:]+\](?::\d+)?(?=[/?#]|$)/i.exec(sample)?.[0];
    return origin === undefined ? [] : [origin.toLowerCase()];
  });
  return [...new Set(origins)];
}
