import { isSafeHref } from "@colophon/model";

const HOST = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?:[:/?#].*)?$/u;

/** The URL that somebody means: `example.com` is `https://example.com`. Null for one that a text may not link to. */
export function linkAddress(typed: string): string | null {
  const text = typed.trim();
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)) return `mailto:${text}`;
  const url = HOST.test(text) ? `https://${text}` : text;
  return isSafeHref(url) ? url : null;
}
