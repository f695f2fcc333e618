import * as z from "zod";
import { placesIn } from "../../define-admin.ts";
import type { IssuePath } from "../../problems.ts";
import { readShape } from "../../shape.ts";
import { formatValue, quoteList } from "../../messages.ts";
import { checkPath, checkPaths, checkShownFilter, checkSort, type AdminScope } from "./admin-paths.ts";
import type { Catalog } from "../catalog.ts";
import type { EntityView } from "../entities.ts";
import { unknownField } from "../paths.ts";
import { nameOf } from "../read-fields.ts";

const text = () => z.string().min(1);
const SUMMARY = z.looseObject({ title: text(), subtitle: text().optional(), image: text().optional() });
const VIEW = z.looseObject({ name: text(), filter: z.unknown().optional(), sort: text().optional() });
const LIST = z.looseObject({
  columns: z.array(text()).optional(),
  sort: text().optional(),
  filters: z.array(text()).optional(),
  views: z.array(VIEW).optional(),
});
const SECTION = z.looseObject({ title: z.string(), fields: z.array(text()) });
const FORM = z.looseObject({ sections: z.array(SECTION).optional(), aside: z.array(text()).optional() });
const ACTIONS = ["publish", "unpublish", "delete", "update", "assign"] as const;
const ACTION = z.union([z.enum(ACTIONS), z.looseObject({ title: z.string(), route: text() })], {
  error: `Use ${quoteList(ACTIONS)}, or { title: "…", route: "…" } with the name of a custom route.`,
});
const ENTITY_ADMIN = z.looseObject({
  icon: z.string().optional(),
  group: z.string().optional(),
  summary: z.unknown().optional(),
  list: z.unknown().optional(),
  form: z.unknown().optional(),
  preview: z
    .union([z.string(), z.custom((value) => typeof value === "function")], { error: 'Write "/articles/{slug}", or a function.' })
    .optional(),
  bulkActions: z.array(ACTION).optional(),
});

interface EntityContext {
  readonly catalog: Catalog;
  /** The project's own routes, not yet checked. */
  readonly routes: readonly unknown[];
}

/** An entity's `admin`: known options name existing fields, entities and routes. */
export function checkEntityAdmin(entity: EntityView, { catalog, routes }: EntityContext): void {
  if (entity.admin === undefined || entity.name === null) return;
  const issuePath = entity.issuePath.at("admin");
  const scope: AdminScope = { catalog, entity: entity.name };
  const read = readShape(ENTITY_ADMIN, entity.admin, issuePath, "admin");
  if (read?.summary !== undefined) checkSummary(read.summary, issuePath.at("summary"), scope);
  if (read?.list !== undefined) checkList(read.list, issuePath.at("list"), scope);
  if (read?.form !== undefined) checkForm(read.form, issuePath.at("form"), entity);
  if (typeof read?.preview === "string") checkPreview(read.preview, issuePath.at("preview"), scope);
  for (const [index, action] of (read?.bulkActions ?? []).entries()) {
    const at = issuePath.at("bulkActions", index);
    if (typeof action === "object") checkRoute(action.route, at.at("route"), routes);
    else if (!entity.versions && (action === "publish" || action === "unpublish"))
      at.report(`Remove ${formatValue(action)}, or add versions: without versions, records cannot be published.`);
  }
}

function checkSummary(summary: unknown, issuePath: IssuePath, scope: AdminScope): void {
  const { title, subtitle, image } = readShape(SUMMARY, summary, issuePath, "a summary") ?? {};
  if (title !== undefined) checkPath(title, issuePath.at("title"), scope);
  if (subtitle !== undefined) checkPath(subtitle, issuePath.at("subtitle"), scope);
  const picture = image === undefined ? null : checkPath(image, issuePath.at("image"), scope);
  if (picture !== null && (picture.type !== "image" || picture.options.many === true))
    issuePath.at("image").report(`Name a field that holds one image instead of ${formatValue(image)}.`);
}

function checkList(list: unknown, issuePath: IssuePath, scope: AdminScope): void {
  const { columns = [], sort, filters = [], views = [] } = readShape(LIST, list, issuePath, "a list's options") ?? {};
  checkPaths(columns, issuePath.at("columns"), scope);
  if (sort !== undefined) checkSort(sort, issuePath.at("sort"), scope);
  checkPaths(filters, issuePath.at("filters"), scope);
  for (const [index, view] of views.entries()) {
    const at = issuePath.at("views", index);
    checkShownFilter(view.filter, at.at("filter"), scope);
    if (view.sort !== undefined) checkSort(view.sort, at.at("sort"), scope);
  }
}

/** A form contains the entity's own fields, each once. */
function checkForm(form: unknown, issuePath: IssuePath, { fields, name: entity }: EntityView): void {
  const { sections = [], aside = [] } = readShape(FORM, form, issuePath, "a form") ?? {};
  const places = [
    ...sections.map((section, index) => [section.fields, issuePath.at("sections", index, "fields")] as const),
    [aside, issuePath.at("aside")] as const,
  ];
  const seen = new Set<string>();
  for (const [names, at] of places) {
    for (const [index, name] of names.entries()) {
      const isKnown = fields.some((field) => field.name === name);
      if (!isKnown) at.at(index).report(unknownField(name, { fields, where: `the entity "${entity}"` }));
      else if (seen.has(name)) at.at(index).report(`Remove ${formatValue(name)} here: the form already contains it.`);
      seen.add(name);
    }
  }
}

function checkPreview(preview: string, issuePath: IssuePath, scope: AdminScope): void {
  for (const path of placesIn(preview)) checkPath(path, issuePath, scope);
}

function checkRoute(route: string, issuePath: IssuePath, routes: readonly unknown[]): void {
  const names = routes.map(nameOf);
  if (!names.includes(route)) issuePath.report(`Use the name of a custom route instead of ${formatValue(route)}, which doesn't exist.`);
}
