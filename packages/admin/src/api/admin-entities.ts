import type { Caller } from "@colophon/client";
import type { DerivativeDefinition, EntityAdmin, EntityFieldDefinition, SidebarItem, SiteAdmin } from "@colophon/config/define";

/** What the caller may do with at least some records of an entity. */
export interface EntityCan {
  readonly create: boolean;
  readonly update: boolean;
  readonly delete: boolean;
  readonly publish: boolean;
  readonly drafts: boolean;
}
/** An entity in the answer of `GET /api/admin/config`. */
export interface AdminEntity {
  readonly name: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly translatable: boolean;
  readonly global: boolean;
  readonly versions: boolean | { readonly limit?: number };
  readonly trash: boolean | { readonly days?: number };
  /** Sets of fields whose combined values are unique. */
  readonly unique?: readonly (readonly string[])[];
  readonly fields: readonly EntityFieldDefinition[];
  readonly can: EntityCan;
  readonly admin: EntityAdmin;
}
/** True, false, or true with excluded fields. */
export type Permission = boolean | { readonly fields?: { readonly exclude?: readonly string[] } };
/** A permission as configured; a filter that can't be shown is null. */
export type RolePermission =
  | boolean
  | {
      readonly filter?: Readonly<Record<string, unknown>> | null;
      readonly fields?: { readonly exclude?: readonly string[] };
      readonly drafts?: boolean;
    };
/** The permissions of one role, by entity and operation. */
export type RolePermissions = Readonly<Record<string, Readonly<Partial<Record<"create" | "read" | "update" | "delete", RolePermission>>>>>;
export interface Role {
  readonly name: string;
  readonly isAdmin: boolean;
  readonly public: boolean;
  /** Only for admins, and only of roles that are not admins. */
  readonly permissions?: RolePermissions;
}
/** Query parameters of an image URL. */
export type ImageSize = Omit<DerivativeDefinition, "fp">;
/** The answer of `GET /api/admin/config`: only what the caller may see. */
export interface AdminConfig {
  readonly title: string | null;
  readonly logo: string | null;
  readonly locales: readonly string[];
  readonly defaultLocale: string;
  readonly entities: readonly AdminEntity[];
  readonly builtIns: readonly AdminEntity[];
  readonly roles: readonly Role[];
  /** The caller's permissions, by entity. */
  readonly permissions: Readonly<Record<string, Readonly<Record<"create" | "read" | "update" | "delete", Permission>>>>;
  readonly images: {
    /** These two sizes are always served. */
    readonly thumbnail: ImageSize;
    readonly preview: ImageSize;
    /** The configured sizes that crop images at their focal point. */
    readonly crops: readonly ImageSize[];
  };
  readonly admin: Pick<SiteAdmin, "title" | "logo" | "accent" | "dashboard"> & { readonly sidebar?: readonly SidebarItem[] };
  /** Whether the site has an event stream. */
  readonly events: boolean;
  /** Whether it has webhooks, for admins. */
  readonly webhooks: boolean;
  /** Whether it has jobs of its own, for admins. */
  readonly jobs: boolean;
  /** Whether the site has an audit log. */
  readonly audit: boolean;
  readonly caller: Caller;
}

/** The configured or built-in entity with that name; undefined if the caller sees none. */
export function entityNamed(config: AdminConfig, name: string): AdminEntity | undefined {
  return [...config.entities, ...config.builtIns].find((entity) => entity.name === name);
}

export function labelOf({ title, name }: Pick<AdminEntity, "title" | "name">): string {
  return title ?? name;
}

/** The label of an entity: its title, or for built-in ones the text of the catalogue. */
export function entityText(entity: AdminEntity, t: (key: string) => string): string {
  return entity.name.startsWith("_") ? t(`entity.${entity.name}`) : labelOf(entity);
}

/** The entities of uploaded files. */
const MEDIA = ["_image", "_video", "_file"] as const;
/** The same in URLs. */
export type MediaKind = "image" | "video" | "file";

/** Whether the entity has uploaded files. */
export function isMedia(entity: string): boolean {
  return MEDIA.some((name) => name === entity);
}

/** `_image` → `image`. */
export function mediaKindOf(entity: string): MediaKind {
  return entity.slice(1) as MediaKind;
}

/** The entity of this kind, else the first of these. */
export function mediaEntityOf(entities: readonly AdminEntity[], kind: string | undefined): AdminEntity | undefined {
  return entities.find(({ name }) => name === `_${kind}`) ?? entities[0];
}

/** The media entities that the caller may read. */
export function mediaEntitiesOf({ builtIns }: Pick<AdminConfig, "builtIns">): readonly AdminEntity[] {
  return builtIns.filter(({ name }) => isMedia(name));
}
