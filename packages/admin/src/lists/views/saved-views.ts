/** Views of lists that somebody has saved: names for what stands in the address. */
import type { ListSearch } from "../list-query.ts";

export interface SavedView {
  readonly name: string;
  /** Columns, order, filters and text, as in the address. */
  readonly search: ListSearch;
}
export interface EntityViews {
  readonly views: readonly SavedView[];
  /** The name of the one that the list opens with. */
  readonly default?: string;
}
/** By entity. */
export type SavedViews = Readonly<Record<string, EntityViews>>;

const NONE: EntityViews = { views: [] };
/** What says which page and which view, and not what is in it. */
const UNSAVED: ReadonlySet<string> = new Set(["cursor", "saved"]);

export function viewsOf(all: SavedViews, entity: string): EntityViews {
  return all[entity] ?? NONE;
}

/** The views among a user's settings; what is none is left out. */
export function viewsIn({ lists }: Readonly<Record<string, unknown>>): SavedViews {
  const found = Object.entries(isObject(lists) ? lists : {}).flatMap(([entity, kept]) => {
    if (!isObject(kept) || !Array.isArray(kept["views"])) return [];
    const views = kept["views"].filter(isView);
    const chosen = views.find(({ name }) => name === kept["default"])?.name;
    return [[entity, { views, ...(chosen !== undefined && { default: chosen }) }] as const];
  });
  return Object.fromEntries(found);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isView(value: unknown): value is SavedView {
  if (!isObject(value) || typeof value["name"] !== "string" || !isObject(value["search"])) return false;
  return Object.values(value["search"]).every((one) => typeof one === "string");
}

/** With this view, in place of one of the same name. */
export function withView({ views, ...rest }: EntityViews, name: string, search: ListSearch): EntityViews {
  const view = { name, search: contentOf(search) };
  const isKnown = views.some((one) => one.name === name);
  return { ...rest, views: isKnown ? views.map((one) => (one.name === name ? view : one)) : [...views, view] };
}

export function withoutView({ views, default: chosen }: EntityViews, name: string): EntityViews {
  const left = views.filter((one) => one.name !== name);
  return chosen === undefined || chosen === name ? { views: left } : { views: left, default: chosen };
}

/** One under another name, in place of any that had it. */
export function renamedView({ views, default: chosen }: EntityViews, from: string, to: string): EntityViews {
  const renamed = views.filter(({ name }) => name === from || name !== to).map((one) => (one.name === from ? { ...one, name: to } : one));
  return { views: renamed, ...(chosen !== undefined && { default: chosen === from ? to : chosen }) };
}

/** With that view, or with none, as the one that the list opens with. */
export function withDefault({ views }: EntityViews, name: string | null): EntityViews {
  return name === null ? { views } : { views, default: name };
}

/** What of an address a view keeps. */
export function contentOf(search: ListSearch): ListSearch {
  return Object.fromEntries(Object.entries(search).filter(([name, value]) => !UNSAVED.has(name) && value !== ""));
}

/** The address of a view. */
export function searchOf({ name, search }: SavedView): ListSearch {
  return { ...search, saved: name };
}
