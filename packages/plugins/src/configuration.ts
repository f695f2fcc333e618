import type { ConfigDefinition, EntityDefinition } from "@colophon/config";

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
