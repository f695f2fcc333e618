import type { Caller } from "@colophon/client";
import type { DerivativeDefinition, EntityAdmin, EntityFieldDefinition, SidebarItem, SiteAdmin } from "@colophon/config/define";

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
  readonly trash: boolean | { readonly days?: number };
  /** Fields whose values no two records share together. */
  readonly unique?: readonly (readonly string[])[];
  readonly fields: readonly EntityFieldDefinition[];
  readonly can: EntityCan;
  readonly admin: EntityAdmin;
}
/** Yes, no, or what is special: the fields that are left out. */
export type Permission = boolean | { readonly fields?: { readonly exclude?: readonly string[] } };
/** A permission as it was configured; a filter that can't be shown is null. */
export type RolePermission =
  | boolean
  | {
      readonly filter?: Readonly<Record<string, unknown>> | null;
      readonly fields?: { readonly exclude?: readonly string[] };
      readonly drafts?: boolean;
    };
/** Of one role, by entity and operation. */
export type RolePermissions = Readonly<Record<string, Readonly<Partial<Record<"create" | "read" | "update" | "delete", RolePermission>>>>>;
export interface Role {
  readonly name: string;
  readonly isAdmin: boolean;
  readonly public: boolean;
  /** Told to admins, of those that are none. */
  readonly permissions?: RolePermissions;
}
/** Parameters of a picture's address. */
export type ImageSize = DerivativeDefinition;
/** The answer of `GET /api/admin/config`: what the caller may see, and nothing else. */
export interface AdminConfig {
  readonly title: string | null;
  readonly logo: string | null;
  readonly locales: readonly string[];
  readonly defaultLocale: string;
  readonly entities: readonly AdminEntity[];
  readonly builtIns: readonly AdminEntity[];
  readonly roles: readonly Role[];
  /** Of the caller, by entity. */
  readonly permissions: Readonly<Record<string, Readonly<Record<"create" | "read" | "update" | "delete", Permission>>>>;
  readonly images: {
    /** These two are served whatever sizes the site has. */
    readonly thumbnail: ImageSize;
    readonly preview: ImageSize;
    /** The site's own sizes that cut pictures at their focal point. */
    readonly crops: readonly ImageSize[];
  };
  readonly admin: Pick<SiteAdmin, "title" | "logo" | "accent" | "dashboard"> & { readonly sidebar?: readonly SidebarItem[] };
  /** Who is told all this. */
  readonly caller: Caller;
}

/** The configured or built-in entity of that name; undefined where the caller sees none. */
export function entityNamed(config: AdminConfig, name: string): AdminEntity | undefined {
  return [...config.entities, ...config.builtIns].find((entity) => entity.name === name);
}

/** What an entity is called on the page. */
export function labelOf({ title, name }: Pick<AdminEntity, "title" | "name">): string {
  return title ?? name;
}
