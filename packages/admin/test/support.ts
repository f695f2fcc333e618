import type { AdminConfig, AdminEntity } from "../src/api/admin-config.ts";

/** An entity as the API describes it to a caller with all permissions. */
export function entityOf(given: Partial<AdminEntity> & Pick<AdminEntity, "name" | "fields">): AdminEntity {
  return {
    title: null,
    description: null,
    translatable: false,
    global: false,
    versions: false,
    trash: false,
    can: { create: true, update: true, delete: true, publish: given.versions !== undefined, drafts: given.versions !== undefined },
    admin: {},
    ...given,
  };
}

export function configOf(entities: readonly AdminEntity[], given: Partial<AdminConfig> = {}): AdminConfig {
  return {
    title: null,
    logo: null,
    locales: ["en"],
    defaultLocale: "en",
    entities,
    builtIns: [],
    roles: [],
    permissions: {},
    audit: true,
    images: { thumbnail: { w: 320, h: 320 }, preview: { w: 1_600 }, crops: [] },
    admin: {},
    events: false,
    webhooks: false,
    jobs: false,
    caller: { user: null, role: "admin", isAdmin: true },
    ...given,
  };
}
