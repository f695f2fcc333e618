import type { Entity, WriteData } from "@colophon/engine";
import type { Data } from "../hooks/hooks.ts";

/** The database makes copied slugs unique; those that a hook chose are unchanged. */
export function withFreeSlugs(entity: Entity, data: WriteData, copy: Data): WriteData {
  const isCopied = (name: string) => typeof copy[name] === "string" && data.values[name] === copy[name];
  const names = new Set(entity.fields.filter(({ name, type }) => type === "slug" && isCopied(name)).map(({ name }) => name));
  const [slugs, values] = [true, false].map((isSlug) => Object.entries(data.values).filter(([name]) => names.has(name) === isSlug));
  return {
    ...data,
    values: Object.fromEntries(values ?? []),
    slugs: Object.fromEntries((slugs ?? []).map(([name, slug]) => [name, String(slug)])),
  };
}
