import type { Config, ConfigDefinition } from "@colophon/config";

/** A configuration as validation returns it. */
export function configOf(definition: Partial<ConfigDefinition> & Pick<ConfigDefinition, "entities">): Config {
  const locales = definition.locales ?? ["en"];
  return {
    roles: [{ name: "admin", isAdmin: true }],
    ...definition,
    locales,
    defaultLocale: definition.defaultLocale ?? locales[0] ?? "en",
    cors: { origins: [] },
    cache: {},
    storage: definition.storage ?? { adapter: "local" },
    customRoutes: [],
    webhooks: definition.webhooks ?? [],
    jobs: [],
    events: definition.events ?? false,
    audit: definition.audit ? { days: 365, values: false, ...definition.audit } : false,
    openapi: false,
  };
}
