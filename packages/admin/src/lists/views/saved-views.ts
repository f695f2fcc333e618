/** Saved views of lists: a name for the parameters of a URL. */
import { isPlainObject } from "@colophon/model";
import type { ListSearch } from "../../list-model/list-query.ts";

export interface SavedView {
  readonly name: string;
  /** Columns, sort order, filters and search text, as in the URL. */
  readonly search: ListSearch;
}
export interface EntityViews {
  readonly views: readonly SavedView[];
  /** The name of the default view. */
  readonly default?: string;
}
/** By entity. */
export type SavedViews = Readonly<Record<string, EntityViews>>;

const NONE: EntityViews = { views: [] };
/** Parameters that name a page or a view; views do not store them. */
const UNSAVED: ReadonlySet<string> = new Set(["cursor", "saved"]);

export function viewsOf(all: SavedViews, entity: string): EntityViews {
  return all[entity] ?? NONE;
}

/** The views in a user's settings; invalid ones are ignored. */
export function viewsIn({ lists }: Readonly<Record<string, unknown>>): SavedViews {
  const found = Object.entries(isPlainObject(lists) ? lists : {}).flatMap(([entity, kept]) => {
    if (!isPlainObject(kept) || !Array.isArray(kept["views"])) return [];
    const views = kept["views"].filter(isView);
    const chosen = views.find(({ name }) => name === kept["default"])?.name;
    return [[entity, { views, ...(chosen !== undefined && { default: chosen }) }] as const];
  });
  return Object.fromEntries(found);
}

function isView(value: unknown): value is SavedView {
  if (!isPlainObject(value) || typeof value["name"] !== "string" || !isPlainObject(value["search"])) return false;
  return Object.values(value["search"]).every((parameter) => typeof parameter === "string");
}

/** Adds a view, or replaces the one with the same name. */
export function withView({ views, ...rest }: EntityViews, name: string, search: ListSearch): EntityViews {
  const view = { name, search: contentOf(search) };
  const isKnown = views.some((view) => view.name === name);
  return { ...rest, views: isKnown ? views.map((item) => (item.name === name ? view : item)) : [...views, view] };
}

export function withoutView({ views, default: chosen }: EntityViews, name: string): EntityViews {
  const left = views.filter((view) => view.name !== name);
  return chosen === undefined || chosen === name ? { views: left } : { views: left, default: chosen };
}

/** Renames a view; replaces another one with the new name. */
export function renamedView({ views, default: chosen }: EntityViews, from: string, to: string): EntityViews {
  const renamed = views
    .filter(({ name }) => name === from || name !== to)
    .map((view) => (view.name === from ? { ...view, name: to } : view));
  return { views: renamed, ...(chosen !== undefined && { default: chosen === from ? to : chosen }) };
}

/** Sets the default view of the list, or none. */
export function withDefault({ views }: EntityViews, name: string | null): EntityViews {
  return name === null ? { views } : { views, default: name };
}

/** The parameters that a view stores. */
export function contentOf(search: ListSearch): ListSearch {
  return Object.fromEntries(Object.entries(search).filter(([name, value]) => !UNSAVED.has(name) && value !== ""));
}

/** The URL parameters of a view. */
export function searchOf({ name, search }: SavedView): ListSearch {
  return { ...search, saved: name };
}
