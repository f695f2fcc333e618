const MAX_STEM = 80;
const SHORT = 8;

/** A filename that a URL may contain: other names were not made by the asset service. */
export function isFilename(name: string): boolean {
  return name.length <= 200 && /^\w[\w.-]*$/.test(name);
}

/**
 * A safe name for a file: the safe part of the uploader's own name, 8 characters of the record's id, the type's extension. @param attempt -
 * from 0; each uses other characters of the id, in case a name is taken.
 */
export function filenameFor(given: string, id: string, extension: string, attempt = 0): string {
  const digits = id.replaceAll("-", "");
  const end = digits.length - attempt;
  return `${stemOf(given)}-${digits.slice(end - SHORT, end)}.${extension}`;
}

function stemOf(given: string): string {
  const last = given.split(/[\\/]/).at(-1) ?? "";
  const stem = last
    .replace(/\.[^.]*$/, "")
    .normalize("NFKD")
    .replaceAll("ß", "ss")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/-{2,}/g, "-")
    .replace(/^-+/, "")
    .slice(0, MAX_STEM)
    .replace(/-+$/, "");
  return stem === "" ? "file" : stem;
}
