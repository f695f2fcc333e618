/** The names in braces of an entity's `admin.preview`: `/articles/{slug}`. */
const PLACE = /\{([^{}]*)\}/g;

/** Dotted paths of fields, in their order. */
export function placesIn(pattern: string): readonly string[] {
  return [...pattern.matchAll(PLACE)].map(([, path = ""]) => path);
}

/** The pattern with a text for each path. */
export function fillPlaces(pattern: string, textOf: (path: string) => string): string {
  return pattern.replaceAll(PLACE, (_, path: string) => textOf(path));
}
