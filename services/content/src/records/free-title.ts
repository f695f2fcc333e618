import type { Entity, Field } from "@colophon/engine";
import type { Data } from "../hooks/hooks.ts";
import type { Call } from "../http/calls.ts";
import { queryTextOf } from "../reads/query-text.ts";
import type { Reads } from "../reads/reads.service.ts";

/** The number of titles that are tried. */
const TRIED = 20;

/** The title with ` (2)`, or the first number that no record and no draft has; the last one tried if all are taken. */
export async function freeTitle(reads: Reads, asSystem: Call, entity: Entity, { name, definition }: Field, source: Data): Promise<string> {
  const longest = definition.type === "text" ? (definition.maxLength ?? Infinity) : Infinity;
  const candidates = Array.from({ length: TRIED }, (_, index) => numbered(String(source[name]), index + 2, longest));
  const language = entity.translatable ? { locale: source["locale"] } : {};
  const query = { filter: { ...language, [name]: { $in: candidates } }, fields: [name], limit: TRIED, count: false };
  const silent = { ...asSystem, runsHooks: false };
  const lists = [query, ...(entity.versions ? [{ ...query, draft: true }] : [])];
  const pages = await Promise.all(lists.map((list) => reads.list(silent, entity.name, queryTextOf(list))));
  const taken = new Set(pages.flatMap(({ body }) => (JSON.parse(body).data as Data[]).map((record) => record[name])));
  return candidates.find((title) => !taken.has(title)) ?? candidates.at(-1) ?? "";
}

/** Truncated if it would be too long; lengths are counted in characters. */
function numbered(title: string, number: number, longest: number): string {
  const suffix = ` (${number})`;
  const characters = [...title];
  return characters.length + suffix.length <= longest ? title + suffix : characters.slice(0, longest - suffix.length).join("") + suffix;
}
