import type { EntityAdmin, EntityFieldDefinition, SiteAdmin } from "@colophon/config";

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
/** The answer of `GET /api/admin/config`: what the caller may see, and nothing else. */
export interface AdminConfig {
  readonly title: string | null;
  readonly logo: string | null;
  readonly locales: readonly string[];
  readonly defaultLocale: string;
  readonly entities: readonly AdminEntity[];
  readonly builtIns: readonly AdminEntity[];
  readonly roles: readonly { readonly name: string; readonly isAdmin: boolean; readonly public: boolean }[];
  readonly admin: SiteAdmin;
}
