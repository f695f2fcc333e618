import type { ByteRange } from "@colophon/storage";

/**
 * The one range that a `Range` header asks for. Null where all is to be sent: no header, another unit, several ranges,
 * nonsense. `unsatisfiable` where it lies beyond the end.
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-range-requests
 */
export function parseRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | null {
  const found = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? "");
  if (!found) return null;
  const [, first = "", last = ""] = found;
  if (first === "" && last === "") return null;
  if (first === "") return suffix(Number(last), size);
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return null;
  return start >= size ? "unsatisfiable" : { start, end };
}

function suffix(length: number, size: number): ByteRange | "unsatisfiable" {
  return length === 0 || size === 0 ? "unsatisfiable" : { start: Math.max(0, size - length), end: size - 1 };
}
