import { OWNER_NAMES, isPlainObject } from "@colophon/model";
import type { IssuePath } from "../../problems.ts";
import { formatValue, kindOf } from "../../messages.ts";
import type { Catalog } from "../catalog.ts";
import { checkTests } from "../filters.ts";
import { valueProblem } from "../fields.ts";
import { follow } from "../paths.ts";
import type { FieldView } from "../read-fields.ts";

/** What names of fields in `admin` are looked up in. */
export interface AdminScope {
  readonly catalog: Catalog;
  readonly entity: string;
}

/** The field that a path leads to, as lists name it; what leads nowhere is reported. */
export function checkPath(path: string, issuePath: IssuePath, { catalog, entity }: AdminScope): FieldView | null {
  const found = follow(catalog, entity, path);
  if (!("problem" in found)) return found.field;
  issuePath.report(found.problem);
  return null;
}

export function checkPaths(paths: readonly string[], issuePath: IssuePath, scope: AdminScope): void {
  for (const [index, path] of paths.entries()) checkPath(path, issuePath.at(index), scope);
}

/** An order as lists take it: `-date,title`. */
export function checkSort(sort: string, issuePath: IssuePath, scope: AdminScope): void {
  for (const key of sort.split(",")) {
    const name = key.replace(/^-/, "");
    const field = name.includes(".") ? null : checkPath(name, issuePath, scope);
    if (name.includes(".") || isOwner(name) || (field !== null && valueProblem(field) !== null))
      issuePath.report(`Sort by a field of "${scope.entity}" itself that holds one value instead of ${formatValue(name)}.`);
  }
}

const isOwner = (name: string): boolean => OWNER_NAMES.includes(name);

/** A filter of a saved view or a dashboard: the permission filters' language. */
export function checkShownFilter(filter: unknown, issuePath: IssuePath, { catalog, entity }: AdminScope): void {
  if (filter === undefined) return;
  if (!isPlainObject(filter)) return issuePath.report(`Make filter an object of field and value instead of ${kindOf(filter)}.`);
  checkTests(filter, issuePath, { find: (path) => follow(catalog, entity, path, { isFilter: true }), variables: true });
}
