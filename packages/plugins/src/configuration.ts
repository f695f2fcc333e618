import { type ConfigDefinition, type EntityDefinition, fillPlaces } from "@colophon/config";

/** The configuration with these entities changed. @throws Error that names an entity which doesn't exist */
export function withEntities(
  config: ConfigDefinition,
  names: readonly string[],
  change: (entity: EntityDefinition) => EntityDefinition,
): readonly EntityDefinition[] {
  const missing = names.find((name) => !config.entities.some((entity) => entity.name === name));
  if (missing !== undefined) throw new Error(`there is no entity "${missing}"`);
  return config.entities.map((entity) => (names.includes(entity.name) ? change(entity) : entity));
}

/** Every role that isn't admin: custom routes must name them. */
export function everyRole({ roles }: ConfigDefinition): readonly string[] {
  return roles.filter(({ isAdmin }) => !isAdmin).map(({ name }) => name);
}

/** The path of a record, from a pattern such as `/articles/{slug}`; null if a field in it has no value. */
export function addressOf(pattern: string, record: Readonly<Record<string, unknown>>): string | null {
  let isWhole = true;
  const path = fillPlaces(pattern, (name) => {
    const value = record[name];
    if (typeof value === "string" || typeof value === "number") return encodeURIComponent(value);
    isWhole = false;
    return "";
  });
  return isWhole ? path : null;
}
