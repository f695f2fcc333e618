import type { Config } from "@colophon/config";

/** The module that says which entities, fields and routes there are, as a type: JSON is one as it stands, and leaves functions out. */
export function typesOf({ entities, customRoutes }: Pick<Config, "entities" | "customRoutes">): string {
  const shape = { entities: entities.map(({ hooks: _hooks, admin: _admin, ...entity }) => entity), customRoutes };
  return `/** Made by \`colophon types\`: createClient<Site>({ url }). */\nexport type Site = ${JSON.stringify(shape, null, 2)};`;
}
