import type { Entity, Field, Schema } from "@colophon/engine";
import { z } from "zod";
import { Refusal } from "../failures.ts";

/** The version of the archive's format; a reader refuses newer ones. */
const FORM = 1;

const field = z.object({ type: z.string(), stored: z.string() });
const entity = z.object({ kind: z.enum(["collection", "global"]), translatable: z.boolean(), fields: z.record(z.string(), field) });
const table = z.object({ columns: z.array(z.string()), rows: z.int().min(0) });
const manifest = z.object({
  format: z.literal("colophon-export"),
  form: z.int(),
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  /** The configuration's hash; if it is equal, no comparison is needed. */
  hash: z.string(),
  locales: z.array(z.string()),
  entities: z.record(z.string(), entity),
  /** Columns and number of rows of each table in the archive. */
  tables: z.record(z.string(), table),
  /** Null if the files were left out. */
  media: z.object({ files: z.int().min(0), bytes: z.int().min(0) }).nullable(),
});
const end = z.object({ missingFiles: z.int().min(0) });

/** The first entry of an archive. */
export type Manifest = z.infer<typeof manifest>;

/** The manifest of an archive of this schema's content. */
export function describeSite(schema: Schema, facts: Pick<Manifest, "id" | "createdAt" | "tables" | "media">): Manifest {
  const entities = Object.fromEntries([...schema.entities.values()].map((entity) => [entity.name, describeEntity(entity)]));
  return { format: "colophon-export", form: FORM, hash: schema.hash, locales: [...schema.config.locales], entities, ...facts };
}

/** @throws Refusal if it isn't an export, or has a later format. */
export function parseManifest(text: string): Manifest {
  const parsed = manifest.safeParse(toJson(text));
  if (!parsed.success) throw new Refusal("This is not an export: the first entry is not a manifest.");
  if (parsed.data.form > FORM) throw new Refusal("This export was written by a newer release. Import it with that release.");
  return parsed.data;
}

/** The last entry. @throws Refusal if it isn't that of an export. */
export function parseEnd(text: string): z.infer<typeof end> {
  const parsed = end.safeParse(toJson(text));
  if (!parsed.success) throw new Refusal("This is not an export: the last entry is not a summary.");
  return parsed.data;
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function describeEntity({ kind, translatable, fields }: Entity): Manifest["entities"][string] {
  return { kind, translatable, fields: Object.fromEntries(fields.map((field) => [field.name, describeField(field)])) };
}

function describeField({ type, storage, target }: Field): { type: string; stored: string } {
  if (storage.kind === "junction") return { type, stored: `many ${target ?? ""}` };
  return { type, stored: target === null ? storage.sqlType : `one ${target}` };
}

/** Why the archive's content doesn't fit this schema, one sentence each; empty if it fits. */
export function mismatches(found: Manifest, schema: Schema): string[] {
  if (found.hash === schema.hash) return [];
  const missing = found.locales.filter((locale) => !schema.config.locales.includes(locale));
  return [
    ...missing.map((locale) => `The locale ${locale} of the export is not in this configuration`),
    ...Object.entries(found.entities).flatMap(([name, stored]) => mismatchesOf(name, stored, schema.entities.get(name))),
  ];
}

function mismatchesOf(name: string, stored: Manifest["entities"][string], here: Entity | undefined): string[] {
  if (!here) return [`${name} is not in this configuration`];
  const now = describeEntity(here);
  if (stored.kind !== now.kind) return [`${name} is a ${stored.kind} in the export, and a ${now.kind} in this configuration`];
  const translation =
    stored.translatable === now.translatable ? [] : [`${name} is ${now.translatable ? "" : "not "}translatable here, unlike in the export`];
  const fields = Object.entries(stored.fields).flatMap(([key, { type, stored: as }]) => {
    const own = now.fields[key];
    if (!own) return [`${name}.${key} is not in this configuration`];
    return own.stored === as
      ? []
      : [`${name}.${key} is ${type} (${as}) in the export, and ${own.type} (${own.stored}) in this configuration`];
  });
  const wanting = here.fields.filter(({ name: key, required }) => required && !(key in stored.fields));
  return [...translation, ...fields, ...wanting.map(({ name: key }) => `${name}.${key} is required here, and the export does not have it`)];
}
