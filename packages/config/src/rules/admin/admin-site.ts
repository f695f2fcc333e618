import { isPlainObject } from "@colophon/model";
import * as z from "zod";
import type { IssuePath } from "../../problems.ts";
import { readShape } from "../../shape.ts";
import { kindOf } from "../../messages.ts";
import { checkShownFilter, checkSort } from "./admin-paths.ts";
import { checkEntity, type Catalog } from "../catalog.ts";

const SITE_ADMIN = z.looseObject({
  title: z.string().optional(),
  logo: z.string().optional(),
  accent: z.string().optional(),
  sidebar: z.unknown().optional(),
  dashboard: z.array(z.unknown()).optional(),
});
const GROUP = z.looseObject({ group: z.string(), items: z.array(z.unknown()) });
const LINK = z.looseObject({ title: z.string(), href: z.string() });
const DASHBOARD_ITEM = z.looseObject({
  type: z.enum(["list", "count", "drafts", "scheduled", "recent", "text", "custom"]),
  entity: z.string().optional(),
  filter: z.unknown().optional(),
  sort: z.string().optional(),
  limit: z.int().min(1).max(100).optional(),
  title: z.string().optional(),
  text: z.string().optional(),
  name: z.string().optional(),
});

/** The configuration's own `admin`, or false. */
export function checkSiteAdmin(admin: unknown, issuePath: IssuePath, catalog: Catalog): void {
  if (admin === undefined || admin === false) return;
  const read = readShape(SITE_ADMIN, admin, issuePath, "admin");
  const sidebar = read?.sidebar;
  if (Array.isArray(sidebar)) checkSidebar(sidebar, issuePath.at("sidebar"), catalog);
  else if (sidebar !== undefined && typeof sidebar !== "function")
    issuePath.at("sidebar").report(`Make sidebar a list, or a function that returns one, instead of ${kindOf(sidebar)}.`);
  for (const [index, item] of (read?.dashboard ?? []).entries()) checkDashboardItem(item, issuePath.at("dashboard", index), catalog);
}

function checkSidebar(items: readonly unknown[], issuePath: IssuePath, catalog: Catalog): void {
  for (const [index, item] of items.entries()) {
    const at = issuePath.at(index);
    if (typeof item === "string") checkEntity(item, at, catalog);
    else if (!isPlainObject(item) || !("group" in item || "title" in item))
      at.report("Write the name of an entity, { group, items } or { title, href }.");
    else if ("group" in item) checkSidebar(readShape(GROUP, item, at, "a group")?.items ?? [], at.at("items"), catalog);
    else readShape(LINK, item, at, "a link");
  }
}

function checkDashboardItem(item: unknown, issuePath: IssuePath, catalog: Catalog): void {
  const read = readShape(DASHBOARD_ITEM, item, issuePath, "a dashboard item");
  if (read === null) return;
  const { type, entity, filter, sort, text, name } = read;
  if ((type === "list" || type === "count") && entity === undefined) issuePath.at("entity").report(`Add the entity of this ${type}.`);
  if (type === "text" && text === undefined) issuePath.at("text").report("Add the text.");
  if (type === "custom" && name === undefined) issuePath.at("name").report("Add the name of the card as in admin/index.ts.");
  if (entity === undefined) return;
  checkEntity(entity, issuePath.at("entity"), catalog);
  if (!catalog.has(entity)) return;
  checkShownFilter(filter, issuePath.at("filter"), { catalog, entity });
  if (sort !== undefined) checkSort(sort, issuePath.at("sort"), { catalog, entity });
}
