/** Bytes that may be percent-encoded: those that a path can't contain, and those that `encodeURIComponent` encodes without need. */
const ENCODABLE = new Set([..." \"<>[]^`{|}!'()*$&+,:=@"].map((character) => character.charCodeAt(0)));

const SAFE_PATH = /^(?:\/[\w.~!$&'()*+,=:@%-]*)+$/;

/**
 * Whether a path has its canonical form, so that no service can read it as another path than the gateway: no empty, `.` or `..` segment, no
 * `;` and `\`, no encoded letters, digits, slashes, dots or control characters, no byte sequence that isn't UTF-8.
 *
 * @param path - the request's target up to its question mark.
 */
export function isCanonicalPath(path: string): boolean {
  if (!SAFE_PATH.test(path)) return false;
  if (path.includes("//") || /\/\.{1,2}(?:\/|$)/.test(path)) return false;
  return !path.includes("%") || hasSoundEncoding(path);
}

function hasSoundEncoding(path: string): boolean {
  const encoded = path.match(/%[\s\S]{0,2}/g) ?? [];
  for (const triplet of encoded) {
    if (!/^%[0-9a-f]{2}$/i.test(triplet)) return false;
    const byte = parseInt(triplet.slice(1), 16);
    if (byte < 0x80 && !ENCODABLE.has(byte)) return false;
  }
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
