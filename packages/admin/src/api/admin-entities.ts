import type { EntityAdmin, EntityFieldDefinition, SidebarItem, SiteAdmin } from "@colophon/config";

/** What the caller may do with some records of an entity. */
export interface EntityCan {
  readonly create: boolean;
  readonly update: boolean;
  readonly delete: boolean;
  readonly publish: boolean;
  readonly drafts: boolean;
}
/** An entity as `GET /api/admin/config` describes it to the caller. */
export interface AdminEntity {
  readonly name: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly translatable: boolean;
  readonly global: boolean;
  readonly versions: boolean | { readonly limit?: number };
  readonly fields: readonly EntityFieldDefinition[];
  readonly can: EntityCan;
  readonly admin: EntityAdmin;
}
/** Yes, no, or what is special: the fields that are left out. */
export type Permission = boolean | { readonly fields?: { readonly exclude?: readonly string[] } };
/** The answer of `GET /api/admin/config`: what the caller may see, and nothing else. */
export interface AdminConfig {
  readonly title: string | null;
  readonly logo: string | null;
  readonly locales: readonly string[];
  readonly defaultLocale: string;
  readonly entities: readonly AdminEntity[];
  readonly builtIns: readonly AdminEntity[];
  readonly roles: readonly { readonly name: string; readonly isAdmin: boolean; readonly public: boolean }[];
  /** Of the caller, by entity. */
  readonly permissions: Readonly<Record<string, Readonly<Record<"create" | "read" | "update" | "delete", Permission>>>>;
  readonly admin: Pick<SiteAdmin, "title" | "logo" | "accent" | "dashboard"> & { readonly sidebar?: readonly SidebarItem[] };
}

/** The configured or built-in entity of that name; undefined where the caller sees none. */
export function entityNamed(config: AdminConfig, name: string): AdminEntity | undefined {
  return [...config.entities, ...config.builtIns].find((entity) => entity.name === name);
}

/** What an entity is called on the page. */
export function labelOf({ title, name }: Pick<AdminEntity, "title" | "name">): string {
  return title ?? name;
}
