/** The answer of Strapi's REST API, `{ data: […] }` of version 4 or 5: its entries, with what they refer to if it was populated. */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isPlainObject } from "@colophon/model";
import { Refusal } from "../failures.ts";
import type { Attribute, Entry, StrapiContent } from "./strapi-content.ts";

type Data = Readonly<Record<string, unknown>>;

/** @throws Refusal */
export function openAnswer(file: string, media: string | undefined): StrapiContent {
  const entries = entriesIn(file);
  const byId = new Map(entries.toReversed().map(({ id, data }) => [id, data])); // the first of several
  const named = entries.flatMap(({ data }) => Object.entries(data));
  const attributes = new Map<string, Attribute>();
  for (const [name, value] of named) if (!isNothing(value) || !attributes.has(name)) attributes.set(name, attributeOf(value));
  return {
    type: { uid: file, attributes, hasDrafts: entries.some(({ data }) => "publishedAt" in data) },
    async *entries() {
      yield* entries;
    },
    references: {
      of: (id) => {
        const data = byId.get(id) ?? {};
        return new Map([...attributes].flatMap(([name, { type }]) => referred(name, type, data[name])));
      },
    },
    groups: groupsOf(entries),
    folder: resolve(media ?? dirname(file)),
    close: () => undefined,
  };
}

function entriesIn(file: string): readonly Entry[] {
  let answer: unknown;
  try {
    answer = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new Refusal(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}.`, { cause: error });
  }
  const data = isPlainObject(answer) ? answer["data"] : answer;
  if (!Array.isArray(data) || !data.every(isPlainObject)) throw new Refusal(`${file} is no answer of Strapi: it has no list "data".`);
  return data.map((entry, at) => {
    const flat = flattened(entry) as Data;
    return { id: String(flat["id"] ?? at + 1), data: flat };
  });
}

/** Version 4 has the attributes of an entry in `attributes`, and what it refers to in `data`. */
function flattened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(flattened);
  if (!isPlainObject(value)) return value;
  const names = Object.keys(value);
  if (names.includes("data") && names.every((name) => name === "data" || name === "meta")) return flattened(value["data"]);
  const { attributes, ...rest } = value;
  const all =
    isPlainObject(attributes) && names.every((name) => name === "id" || name === "attributes") ? { ...rest, ...attributes } : value;
  return Object.fromEntries(Object.entries(all).map(([name, inner]) => [name, flattened(inner)]));
}

const isNothing = (value: unknown): boolean => value === null || value === "" || (Array.isArray(value) && value.length === 0);

function attributeOf(value: unknown): Attribute {
  const [first] = [value].flat();
  const isMany = Array.isArray(value);
  const isHtml = typeof value === "string" && /^\s*<(?:p|h[1-6]|div|figure|ul|ol|blockquote|table)\b/i.test(value);
  if (!isPlainObject(first)) return { type: "string", isMany, isHtml };
  const kind = Array.isArray(first["children"]) && isMany ? "blocks" : "__component" in first ? "dynamiczone" : null;
  const isFile = typeof first["url"] === "string" && typeof first["mime"] === "string";
  const isEntry = "documentId" in first || "createdAt" in first;
  return { type: kind ?? (isFile ? "media" : isEntry ? "relation" : "component"), isMany, isHtml };
}

/** Files by their addresses, related entries by their values: `author.email`. */
function referred(name: string, type: string, value: unknown): readonly [string, unknown][] {
  const list = [value].flat().filter(isPlainObject);
  const oneOrAll = (values: readonly unknown[]): unknown => (Array.isArray(value) ? values : values[0]);
  if (list.length === 0) return [];
  if (type === "media") return [[name, oneOrAll(list.map(({ url }) => url))]];
  if (type !== "relation" || name === "localizations") return [];
  const members = new Set(list.flatMap((data) => Object.keys(data).filter((member) => typeof data[member] !== "object")));
  return [...members].map((member) => [`${name}.${member}`, oneOrAll(list.map((data) => data[member]))]);
}

/** Of each entry, the smallest id of its translations, or the id of its document. */
function groupsOf(entries: readonly Entry[]): ReadonlyMap<string, string> {
  return new Map(
    entries.map(({ id, data: { documentId, localizations } }) => {
      if (typeof documentId === "string") return [id, documentId];
      const others = Array.isArray(localizations) ? localizations.filter(isPlainObject).map((other) => String(other["id"])) : [];
      return [id, [id, ...others].toSorted()[0] ?? id];
    }),
  );
}
