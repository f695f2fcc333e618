import { isSafeHref, isHttpsUrl } from "@colophon/model";

const HOST = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?:[:/?#].*)?$/u;

/** The URL that somebody means: `example.com` is `https://example.com`. Null for one that a text may not link to. */
export function linkAddress(typed: string): string | null {
  const text = typed.trim();
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)) return `mailto:${text}`;
  const url = HOST.test(text) ? `https://${text}` : text;
  return isSafeHref(url) ? url : null;
}

/** The URL of the page that somebody wants to embed: `example.com` is `https://example.com`. Null unless it is an https URL. */
export function embedAddress(typed: string): string | null {
  const url = linkAddress(typed);
  return isHttpsUrl(url) ? url : null;
}

/** The names of providers whose URLs have several hosts, or another name than their host. */
const PROVIDERS: Readonly<Record<string, string>> = { "youtu.be": "youtube", "m.youtube.com": "youtube", "player.vimeo.com": "vimeo" };

/** The name of the provider of a URL: `https://www.youtube.com/…` is `youtube`, `https://maps.example.org/…` is `maps.example.org`. */
export function providerOf(url: string): string {
  const host = new URL(url).hostname.replace(/^www\./, "");
  return PROVIDERS[host] ?? host.replace(/^([^.]+)\.com$/, "$1");
}
