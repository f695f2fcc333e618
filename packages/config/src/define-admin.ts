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
  /** The name of the site, also used in mails. */
  readonly title?: string;
  /** The URL of an image. */
  readonly logo?: string;
  /** A colour, `#rrggbb`. */
  readonly accent?: string;
  /** Names of entities, `{ title, href }` or `{ group, items }`. A function is called for each request: `(user) => item[]`. */
  readonly sidebar?: readonly SidebarItem[] | SidebarFunction;
  /**
   * `{ type }` with `list` or `count` (of an `entity`, with `filter`, `sort`, `limit`, `title`), `drafts`, `scheduled`, `recent`, `text`
   * (with `text`), or `custom` (with the `name` of [your own card](docs/guide/admin-page.md#your-own-components)).
   */
  readonly dashboard?: readonly DashboardItem[];
}

/** Fields are named as in lists: `title`, `seo.headline`, `author.name`. */
export interface EntityAdmin extends OtherWords {
  /** The name of an icon, for an admin interface of your own. Colophon's page doesn't show it. */
  readonly icon?: string;
  /** The group in the sidebar, if `sidebar` is not set. */
  readonly group?: string;
  /** Fields that identify a record, such as `author.name`. */
  readonly summary?: OtherWords & { readonly title: string; readonly subtitle?: string; readonly image?: string };
  /** The list: its columns, its order, the fields that can be filtered, and saved views `{ name, filter, sort }`. */
  readonly list?: OtherWords & {
    readonly columns?: readonly string[];
    readonly sort?: string;
    readonly filters?: readonly string[];
    readonly views?: readonly (OtherWords & { readonly name: string; readonly filter?: AdminFilter; readonly sort?: string })[];
  };
  /** The form: `sections` are `{ title, fields }`, `aside` is a list of fields. */
  readonly form?: OtherWords & {
    readonly sections?: readonly (OtherWords & { readonly title: string; readonly fields: readonly string[] })[];
    readonly aside?: readonly string[];
  };
  /** The address of a record's page, `/articles/{slug}`, for [preview links](docs/guide/drafts.md#preview-links). */
  readonly preview?:
    | string
    | ((context: { readonly record: Readonly<Record<string, unknown>>; readonly locale: string | null }) => string | null);
  /**
   * `publish`, `unpublish`, `delete`, `update`, `assign` (for admins: to another owner), or a custom route, which is called by POST with
   * `{ entity, ids }`.
   */
  readonly bulkActions?: readonly (
    | "publish"
    | "unpublish"
    | "delete"
    | "update"
    | "assign"
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
