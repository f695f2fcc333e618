/** The configuration's `admin` options: of the site, entities and fields. Other keys are passed on to the admin interface. */
import type { AdminFilter, OtherWords } from "@colophon/model";

/** An entity's name, a link, or several of them under one title. */
export type SidebarItem =
  | string
  | { readonly title: string; readonly href: string }
  | { readonly group: string; readonly items: readonly SidebarItem[] };
/** Called for each caller; null is an API key. Items that the caller may not read are left out. */
export type SidebarFunction = (
  user: { readonly id: string; readonly email: string; readonly role: string } | null,
) => readonly SidebarItem[] | Promise<readonly SidebarItem[]>;

interface Chosen {
  readonly entity: string;
  readonly filter?: AdminFilter;
  /** As in lists: `-date,title`. */
  readonly sort?: string;
  readonly limit?: number;
  readonly title?: string;
}
export type DashboardItem = OtherWords &
  (
    | ({ readonly type: "list" | "count" } & Chosen)
    | ({ readonly type: "drafts" | "scheduled" | "recent" } & Partial<Chosen>)
    | { readonly type: "text"; readonly text: string }
    /** A card of the project's own, by its name in `admin/index.ts`. */
    | { readonly type: "custom"; readonly name: string; readonly title?: string }
  );

export interface SiteAdmin extends OtherWords {
  readonly title?: string;
  readonly logo?: string;
  readonly accent?: string;
  readonly sidebar?: readonly SidebarItem[] | SidebarFunction;
  readonly dashboard?: readonly DashboardItem[];
}

/** Fields are named as in lists: `title`, `seo.headline`, `author.name`. */
export interface EntityAdmin extends OtherWords {
  readonly icon?: string;
  readonly group?: string;
  readonly summary?: OtherWords & { readonly title: string; readonly subtitle?: string; readonly image?: string };
  readonly list?: OtherWords & {
    readonly columns?: readonly string[];
    readonly sort?: string;
    readonly filters?: readonly string[];
    readonly views?: readonly (OtherWords & { readonly name: string; readonly filter?: AdminFilter; readonly sort?: string })[];
  };
  readonly form?: OtherWords & {
    readonly sections?: readonly (OtherWords & { readonly title: string; readonly fields: readonly string[] })[];
    readonly aside?: readonly string[];
  };
  /** `/articles/{slug}`, with names of fields in braces. */
  readonly preview?:
    | string
    | ((context: { readonly record: Readonly<Record<string, unknown>>; readonly locale: string | null }) => string | null);
  readonly bulkActions?: readonly (
    | "publish"
    | "unpublish"
    | "delete"
    | "update"
    /** Offers admins to change the owner of records. */
    | "assign"
    /** `route` is the name of a custom route, which is called by POST with `{ entity, ids }`. */
    | (OtherWords & { readonly title: string; readonly route: string })
  )[];
}

/** The names in braces of an entity's `admin.preview`: `/articles/{slug}`. */
const PLACE = /\{([^{}]*)\}/g;

/** Dotted paths of fields, in their order. */
export function placesIn(pattern: string): readonly string[] {
  return [...pattern.matchAll(PLACE)].map(([, path = ""]) => path);
}

/** The pattern with a text for each path. */
export function fillPlaces(pattern: string, textOf: (path: string) => string): string {
  return pattern.replaceAll(PLACE, (_, path: string) => textOf(path));
}
