import { ALT_LENGTH, RESERVED_SEGMENTS } from "@colophon/api";
import type { EntityDefinition, FieldDefinition, Config, DerivativeDefinition } from "./define.ts";

/** An entity that every project has. `writable` contains the fields that a caller may set through the entity routes. */
export interface BuiltInEntity extends EntityDefinition {
  /** In schema `cms`. */
  readonly table: string;
  readonly writable: readonly string[];
}

const size: FieldDefinition = { name: "size", type: "number", integer: true, min: 0, required: true };
const width: FieldDefinition = { name: "width", type: "number", integer: true, min: 0 };
const height: FieldDefinition = { name: "height", type: "number", integer: true, min: 0 };
const filename: FieldDefinition = { name: "filename", type: "text", required: true, unique: true };
const mimeType: FieldDefinition = { name: "mimeType", type: "text", required: true };
const url: FieldDefinition = { name: "url", type: "text", required: true };
const duration: FieldDefinition = { name: "duration", type: "number", min: 0, description: "Seconds; empty until it is known." };

/**
 * `_user`, `_image`, `_video` and `_file`, described like configured entities so that one set of rules covers both. Fields that are not
 * writable are set by the service that owns the entity: auth for users, asset for the others.
 */
export const BUILT_IN_ENTITIES = [
  {
    name: "_user",
    title: "Users",
    table: "users",
    fields: [
      { name: "email", type: "email", required: true, unique: true },
      { name: "name", type: "text", maxLength: 200 },
      { name: "role", type: "text", required: true },
    ],
    writable: ["email", "name", "role"],
  },
  {
    name: "_image",
    title: "Images",
    table: "images",
    fields: [
      filename,
      mimeType,
      size,
      width,
      height,
      { name: "alt", type: "text", maxLength: ALT_LENGTH },
      url,
      { name: "focalX", type: "number", min: 0, max: 1 },
      { name: "focalY", type: "number", min: 0, max: 1 },
      { name: "blurhash", type: "text" },
      { name: "color", type: "color" },
    ],
    writable: ["alt", "focalX", "focalY"],
  },
  { name: "_video", title: "Videos", table: "videos", fields: [filename, mimeType, size, width, height, duration, url], writable: [] },
  { name: "_file", title: "Files", table: "files", fields: [filename, mimeType, size, duration, url], writable: [] },
] as const satisfies readonly BuiltInEntity[];

/** The built-in entity of this name, or undefined. */
export function builtInEntity(name: string): BuiltInEntity | undefined {
  return BUILT_IN_ENTITIES.find((entity) => entity.name === name);
}

type BuiltInName = (typeof BUILT_IN_ENTITIES)[number]["name"];

/** The entities of uploaded files. */
export type AssetEntity = Exclude<BuiltInName, "_user">;
export const ASSET_ENTITIES: readonly AssetEntity[] = BUILT_IN_ENTITIES.flatMap(({ name }) => (name === "_user" ? [] : [name]));

export function isAssetEntity(name: string): name is AssetEntity {
  return ASSET_ENTITIES.some((asset) => asset === name);
}

/** `_image` → `cms.images`. */
export const ASSET_TABLES = Object.fromEntries(
  BUILT_IN_ENTITIES.flatMap(({ name, table }) => (name === "_user" ? [] : [[name, `cms.${table}`]])),
) as Readonly<Record<AssetEntity, string>>;

/** The built-in entity that a table of schema `cms` belongs to, or undefined. */
export function builtInOfTable(table: string): BuiltInName | undefined {
  return BUILT_IN_ENTITIES.find((entity) => entity.table === table)?.name;
}

/** Whether a project may not give an entity this name: names of the service's routes, and all that begin with `_`. */
export function isReservedEntityName(name: string): boolean {
  return name.startsWith("_") || RESERVED_SEGMENTS.has(name.toLowerCase());
}

/** The sizes in which the admin page shows images, whatever sizes the site has. */
export const ADMIN_IMAGE_SIZES = {
  thumbnail: { w: 320, h: 320, fit: "cover", format: "webp" },
  preview: { w: 1600, h: 1600, fit: "inside", format: "webp" },
} as const satisfies Readonly<Record<string, DerivativeDefinition>>;

/** The only sizes that are served if `storage.transforms` is `named`; null if any others are served too. */
export function onlySizesOf({
  storage: { transforms, derivatives = [] },
  admin,
}: Pick<Config, "storage" | "admin">): readonly DerivativeDefinition[] | null {
  if (transforms !== "named") return null;
  return [...derivatives, ...(admin === false ? [] : Object.values(ADMIN_IMAGE_SIZES))];
}

/** The configured sizes that crop an image around its focal point. */
export function croppedSizesOf({ storage: { derivatives = [] } }: Pick<Config, "storage">): readonly DerivativeDefinition[] {
  return derivatives.filter(({ w, h, fit = "cover", fp }) => w !== undefined && h !== undefined && fit === "cover" && fp === undefined);
}
