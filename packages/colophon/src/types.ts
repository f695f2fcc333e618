import type { Config } from "@colophon/config";

/** The module with the type of the configuration's entities, fields and routes. JSON is a valid type literal, and has no functions. */
export function typesOf({ entities, customRoutes }: Pick<Config, "entities" | "customRoutes">): string {
  const shape = { entities: entities.map(({ hooks: _hooks, admin: _admin, ...entity }) => entity), customRoutes };
  return `/** Made by \`colophon types\`: createClient<Site>({ url }). */\nexport type Site = ${JSON.stringify(shape, null, 2)};`;
}
