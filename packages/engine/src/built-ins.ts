/** The entities every project has. They obey the same rules as configured ones, but live in schema `cms`. */
import type { EntityDefinition, FieldDefinition } from "@colophon/config";

const filename: FieldDefinition = { name: "filename", type: "text", unique: true, immutable: true };
const mimeType: FieldDefinition = { name: "mimeType", type: "text", immutable: true };
const size: FieldDefinition = { name: "size", type: "number", integer: true, min: 0, immutable: true };
const width: FieldDefinition = { name: "width", type: "number", integer: true, min: 0, immutable: true };
const height: FieldDefinition = { name: "height", type: "number", integer: true, min: 0, immutable: true };
const url: FieldDefinition = { name: "url", type: "text", immutable: true };

/** Definition and table name (in schema `cms`) of every built-in entity. */
export const BUILT_INS: readonly (EntityDefinition & { readonly tableName: string })[] = [
  {
    name: "_user",
    tableName: "users",
    fields: [
      { name: "email", type: "email", required: true, unique: true },
      { name: "name", type: "text", maxLength: 200 },
      { name: "role", type: "text", required: true },
    ],
  },
  {
    name: "_image",
    tableName: "images",
    fields: [
      filename,
      mimeType,
      size,
      width,
      height,
      { name: "alt", type: "text", maxLength: 1000 },
      url,
      { name: "focalX", type: "number", min: 0, max: 1 },
      { name: "focalY", type: "number", min: 0, max: 1 },
      { name: "blurhash", type: "text", immutable: true },
      { name: "color", type: "color", immutable: true },
    ],
  },
  { name: "_video", tableName: "videos", fields: [filename, mimeType, size, width, height, url] },
  { name: "_file", tableName: "files", fields: [filename, mimeType, size, url] },
];
