import type { SidebarItem } from "@colophon/config";
import type { PeoplePage } from "../palette/pages.ts";
import { entityNamed, type AdminConfig, type AdminEntity, isMedia, mediaEntitiesOf, mediaEntityOf } from "../api/admin-entities.ts";

const MEDIA_PAGE = { to: "/media", title: "shell.media" } as const;

/** One entry of the sidebar. */
export type NavigationItem =
  | { readonly kind: "entity"; readonly entity: AdminEntity }
  | { readonly kind: "page"; readonly page: PeoplePage | typeof MEDIA_PAGE }
  | { readonly kind: "link"; readonly title: string; readonly href: string };
/** Entries under one title; null for no title. */
export interface NavigationGroup {
  readonly title: string | null;
  readonly items: readonly NavigationItem[];
}
/** The titles of groups that are not configured. */
export interface GroupTitles {
  readonly content: string;
  readonly settings: string;
  readonly library: string;
  readonly people: string;
}

/** The sidebar: the configured one, else entities by group and then globals; below it the media library and the users, if they are not configured, and the pages for admins. */
export function navigationOf(config: AdminConfig, titles: GroupTitles, pages: readonly PeoplePage[] = []): readonly NavigationGroup[] {
  const { sidebar } = config.admin;
  const own = sidebar ? groupsOf(config, sidebar) : defaultGroups(config, titles);
  const named = new Set(own.flatMap(({ items }) => items.map((item) => (item.kind === "entity" ? item.entity.name : ""))));
  const hasMedia = mediaEntitiesOf(config).some(({ name }) => !named.has(name));
  const library: readonly NavigationItem[] = hasMedia ? [{ kind: "page", page: MEDIA_PAGE }] : [];
  const users = config.builtIns.filter(({ name }) => !named.has(name) && !isMedia(name)).map(toItem);
  const people = [...users, ...pages.map((page): NavigationItem => ({ kind: "page", page }))];
  return [...own, { title: titles.library, items: library }, { title: titles.people, items: people }].filter(
    ({ items }) => items.length > 0,
  );
}

/** A key that is unique in its group. */
export function keyOf(item: NavigationItem): string {
  if (item.kind === "entity") return item.entity.name;
  return item.kind === "page" ? item.page.to : item.href;
}

function toItem(entity: AdminEntity): NavigationItem {
  return { kind: "entity", entity };
}

function defaultGroups({ entities }: AdminConfig, titles: GroupTitles): readonly NavigationGroup[] {
  const collections = Map.groupBy(
    entities.filter(({ global }) => !global),
    ({ admin }) => admin.group ?? titles.content,
  );
  const globals = entities.filter(({ global }) => global);
  return [
    ...[...collections].map(([title, members]) => ({ title, items: members.map(toItem) })),
    { title: titles.settings, items: globals.map(toItem) },
  ];
}

/** Entries in a row form one group; a nested group comes after its parent. */
function groupsOf(config: AdminConfig, sidebar: readonly SidebarItem[], title: string | null = null): readonly NavigationGroup[] {
  const inner = sidebar.flatMap((item) => (isGroup(item) ? groupsOf(config, item.items, item.group) : []));
  const items = sidebar.flatMap((item): readonly NavigationItem[] => {
    if (isGroup(item)) return [];
    if (typeof item !== "string") return [{ kind: "link", ...item }];
    const entity = entityNamed(config, item);
    return entity ? [toItem(entity)] : [];
  });
  return [{ title, items }, ...inner];
}

function isGroup(item: SidebarItem): item is Extract<SidebarItem, { readonly group: string }> {
  return typeof item === "object" && "group" in item;
}

/** A page's address inside the admin page, for example `/trash/article`. */
export interface PageAddress {
  readonly pathname: string;
  readonly search: Readonly<Record<string, unknown>>;
}

const OF_ENTITIES: ReadonlySet<string> = new Set(["content", "globals", "trash"]);

/** The name of the entity whose list, trash, record or file the page shows; null for other pages. */
export function currentEntity({ pathname, search }: PageAddress, config: Pick<AdminConfig, "builtIns">): string | null {
  const [, area = "", name] = pathname.split("/");
  if (area === "media") return mediaEntityOf(mediaEntitiesOf(config), name ?? String(search["kind"]))?.name ?? null;
  return OF_ENTITIES.has(area) && name !== undefined ? decodeURIComponent(name) : null;
}
