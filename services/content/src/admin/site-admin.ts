import type { DashboardItem, SidebarItem, SiteAdmin } from "@colophon/config";
import { entityOf, viewOf, type Schema } from "@colophon/engine";
import type { Log } from "@colophon/runtime";
import { seesChoice, seesFrom } from "./seen-names.ts";
import { withoutFunctions, valueOfFunction } from "./project-function.ts";
import type { SignedInUser } from "../http/calls.ts";

/** The configuration's own `admin` without entities and fields that the role may not read. A sidebar that is a function is left out. */
export function siteAdminFor(schema: Schema, role: string): SiteAdmin | false {
  const { admin = {} } = schema.config;
  if (admin === false) return false;
  const { sidebar, dashboard, ...rest } = admin;
  return {
    ...withoutFunctions(rest),
    ...(sidebar && typeof sidebar !== "function" && { sidebar: cutSidebar(schema, role, sidebar) }),
    ...(dashboard && { dashboard: withoutFunctions(dashboard).filter((item) => seesItem(schema, role, item)) }),
  };
}

/** The part of a sidebar that the role may see, whatever a function returned; empty groups are removed. */
export function cutSidebar(schema: Schema, role: string, items: unknown): readonly SidebarItem[] {
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: unknown): SidebarItem[] => {
    if (typeof item === "string") return mayRead(schema, role, item) ? [item] : [];
    if (isMember(item, "group") && "items" in item) {
      const inside = cutSidebar(schema, role, item.items);
      return inside.length > 0 ? [{ group: item.group, items: inside }] : [];
    }
    return isMember(item, "title") && isMember(item, "href") ? [{ title: item.title, href: item.href }] : [];
  });
}

function isMember<Name extends string>(value: unknown, name: Name): value is Record<Name, string> {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, name) === "string";
}

function mayRead(schema: Schema, role: string, name: string): boolean {
  return schema.entities.has(name) && viewOf(schema, role, entityOf(schema, name)).reads !== null;
}

function seesItem(schema: Schema, role: string, item: DashboardItem): boolean {
  if (item.type === "text" || item.type === "custom" || item.entity === undefined) return true;
  return mayRead(schema, role, item.entity) && seesChoice(seesFrom(schema, role, item.entity), item);
}

/** The sidebar of one caller; null if it is not a function, or if the function fails, which is logged. */
export async function sidebarOf(
  { schema, log }: { readonly schema: Schema; readonly log: Log },
  { user, role }: { readonly user: SignedInUser | null; readonly role: string },
): Promise<readonly SidebarItem[] | null> {
  const { admin = {} } = schema.config;
  const make = admin === false ? undefined : admin.sidebar;
  if (typeof make !== "function") return null;
  return valueOfFunction(log, "sidebar", async () => cutSidebar(schema, role, await make(user)));
}
