import type { SidebarItem } from "@colophon/config";
import { entityNamed, labelOf, type AdminConfig, type AdminEntity } from "../api/admin-entities.ts";

/** One line of the sidebar. */
export type NavigationItem =
  | { readonly kind: "entity"; readonly entity: AdminEntity }
  | { readonly kind: "link"; readonly title: string; readonly href: string };
/** Lines under one title; null where they have none. */
export interface NavigationGroup {
  readonly title: string | null;
  readonly items: readonly NavigationItem[];
}
/** The titles of groups that the configuration doesn't name. */
export interface GroupTitles {
  readonly content: string;
  readonly settings: string;
  readonly library: string;
}

/** The sidebar: the configuration's own, else entities by their groups and then globals; below it the built-in entities that it doesn't name. */
export function navigationOf(config: AdminConfig, titles: GroupTitles): readonly NavigationGroup[] {
  const { sidebar } = config.admin;
  const own = sidebar ? groupsOf(config, sidebar) : usualGroups(config, titles);
  const named = new Set(own.flatMap(({ items }) => items.map((item) => (item.kind === "entity" ? item.entity.name : ""))));
  const library = config.builtIns.filter(({ name }) => !named.has(name)).map(toItem);
  return [...own, { title: titles.library, items: library }].filter(({ items }) => items.length > 0);
}

function toItem(entity: AdminEntity): NavigationItem {
  return { kind: "entity", entity };
}

function usualGroups({ entities }: AdminConfig, titles: GroupTitles): readonly NavigationGroup[] {
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

/** Lines that follow one another stand in one group; a group inside a group stands after it. */
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

/** What is shown for an entity: its title, for built-in ones the page's own words. */
export function entityText(entity: AdminEntity, t: (key: string) => string): string {
  return entity.name.startsWith("_") && entity.title === null ? t(`entity.${entity.name}`) : labelOf(entity);
}
