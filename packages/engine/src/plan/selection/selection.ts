/** The columns of a record in an answer, for one reader. Columns that the reader may not read are empty. */
import { isAssetUrl } from "../../permissions/built-in-rules.ts";
import { isVisible, requireOperation, ruleFor } from "../../permissions/permissions.ts";
import { entityOf, automaticFields, DELETED_AT, OWNERS, STATUS } from "../../entities.ts";
import { rowFilterOf } from "../filter/plan.ts";
import { visibleReverse } from "../../views/reverse.ts";
import { unknownField } from "../filter/own-field.ts";
import type { RowFilter, Reader } from "../filter/contract.ts";
import { memoizeFor } from "../../memoize.ts";
import type { Principal, Entity, Field, Rule, Schema } from "../../types.ts";
import type { Resolve } from "../../requests.ts";
import { openRows } from "./open-rows.ts";
import { ownerVisibilityOf } from "./owners.ts";
import type { Rights } from "./rights.ts";
import { MAX_DEPTH, MAX_RELATIONS, tooDeep, tooMany } from "../../request/resolve.ts";
import { resolvedShape } from "./resolved-shape.ts";
import { shapeOf, visibilityOf } from "./shape.ts";
import type { Column, Embedded, Selection, Shape } from "./selected.ts";

/** The requested members of a record. `at` is the parameter with the field list. */
export interface SelectionRequest {
  readonly fields: readonly string[] | null;
  readonly resolve: Readonly<Record<string, Resolve>>;
  readonly at?: string;
}

export const EVERYTHING: SelectionRequest = Object.freeze({ fields: null, resolve: {} });

const SCALAR: Shape = Object.freeze({ kind: "scalar" });

/** `relations` counts those that the whole answer embeds. */
type Viewer = Pick<Reader, "schema" | "principal" | "problems" | "trashed"> & { readonly relations?: { count: number } };
type View = Viewer & {
  readonly relations: { count: number };
  readonly entity: Entity;
  readonly rule: Rule;
  readonly depth: number;
};

const wholes = memoizeFor<Selection>();
const automatics = memoizeFor<Selection>();

/** The columns of an answer for a reader with the entity's read rule. Problems are added to `reader.problems`. */
export function planSelection(reader: Viewer, entity: Entity, rule: Rule, request: SelectionRequest, depth = 0): Selection {
  const { schema, principal, problems, trashed = null, relations = { count: 0 } } = reader;
  const view: View = { schema, principal, problems, trashed, relations, entity, rule, depth };
  const who = view.principal.kind === "system" ? "" : view.principal.role;
  const whole = wholes(view.schema, JSON.stringify([who, entity.name]), () => wholeSelection(view));
  const resolved = Object.keys(request.resolve);
  if (request.fields === null && resolved.length === 0) return whole;
  checkNames(view, request);
  const wanted = request.fields && new Set([...request.fields, "id", ...resolved]);
  const columns = whole.columns.filter(({ name }) => !wanted || wanted.has(name));
  return {
    entity,
    columns: [...columns.map((column) => embedded(view, column, request.resolve)), ...referringColumns(view, request.resolve)],
  };
}

/** All that the reader may see, relations as ids. */
function wholeSelection(view: View): Selection {
  const { entity, rule, principal } = view;
  const seen = [...automaticFields(entity), ...entity.fields].filter((field) => isVisible(principal, rule, field));
  const status = entity.versions ? [{ kind: "status", name: "_status" } as const] : [];
  const visibility = ownerVisibilityOf(view);
  const owners = OWNERS.filter((field) => isVisible(principal, rule, field)).map((field): Column => ({
    kind: "owner",
    name: field.name,
    field,
    visibility,
  }));
  return { entity, columns: [...seen.map((field) => columnFor(view, field)), ...owners, ...status] };
}

function columnFor(view: View, field: Field): Column {
  const { name, storage } = field;
  const { assetUrls } = view.schema;
  if (assetUrls && isAssetUrl(view.entity, field)) return { kind: "assetUrl", name, field, urls: assetUrls, open: openRows(view) };
  if (!field.target) return { kind: "value", name, field, shape: shapeOf(field.definition, [name], visibilityOf(view)) };
  const many = storage.kind === "junction";
  if (!ruleFor(view.schema, view.principal, field.target, "read")) return { kind: "blank", name, many };
  return many ? { kind: "links", name, field } : { kind: "value", name, field, shape: SCALAR };
}

/** The column with the related records in place of their ids, if they are requested. */
function embedded(view: View, column: Column, resolve: SelectionRequest["resolve"]): Column {
  const wanted = Object.hasOwn(resolve, column.name) ? resolve[column.name] : undefined;
  if (!wanted || (column.kind !== "value" && column.kind !== "links")) return column;
  const { field } = column;
  if (field.target) return { kind: "embed", name: column.name, field, ...relatedTo(view, field.target, wanted) };
  if (column.kind !== "value" || field.references.length === 0) return column;
  const resolving = { problems: view.problems, embed: (target: string, requested: Resolve) => relatedTo(view, target, requested) };
  return { ...column, shape: resolvedShape(resolving, column.shape, field.definition, wanted, [field.name]) };
}

/** The requested parts of related records; too many relations, and those nested too deep, are refused. */
function limited({ problems, depth, relations }: View, wanted: Resolve): Resolve {
  relations.count += 1;
  if (relations.count === MAX_RELATIONS + 1) problems.push({ field: "resolve", message: tooMany() });
  if (depth < MAX_DEPTH) return wanted;
  problems.push({ field: wanted.at ?? "resolve", message: tooDeep() });
  return { ...wanted, resolve: {} };
}

function relatedTo(view: View, targetName: string, wanted: Resolve): Embedded {
  const { schema, principal, problems, relations } = view;
  const target = entityOf(schema, targetName);
  const rule = requireOperation(schema, principal, target.name, "read");
  const deeper = limited(view, wanted);
  return {
    target: rowFilterOf(schema, principal, target, rule),
    selection: planSelection({ schema, principal, problems, relations }, target, rule, deeper, view.depth + 1),
  };
}

/** The requested parts of reverse fields; answers don't contain them otherwise. */
function referringColumns(view: View, resolve: SelectionRequest["resolve"]): readonly Column[] {
  const { schema, principal, problems, relations } = view;
  const requested = Object.entries(resolve).flatMap(([name, wanted]) => {
    const reverse = visibleReverse(view, view.entity, name);
    if (!reverse) return [];
    const rule = requireOperation(schema, principal, reverse.from.name, "read");
    const { field, nested } = reverse;
    return [
      { wanted, rule, counted: { name, field, ...(nested && { nested }), from: rowFilterOf(schema, principal, reverse.from, rule) } },
    ];
  });
  const listed = requested
    .filter(({ wanted }) => !wanted.onlyCounted)
    .map(({ wanted, rule, counted }): Column => {
      const selection = planSelection(
        { schema, principal, problems, relations },
        counted.from.entity,
        rule,
        limited(view, wanted),
        view.depth + 1,
      );
      return { kind: "referring", ...counted, selection };
    });
  const of = requested.filter(({ wanted }) => wanted.counted).map(({ counted }) => counted);
  return of.length > 0 ? [...listed, { kind: "counts", name: "_count", of }] : listed;
}

/** The same with the record's other languages, as single reads have it. */
export function withTranslations(selection: Selection, siblings: RowFilter): Selection {
  if (!selection.entity.translatable) return selection;
  return { entity: selection.entity, columns: [...selection.columns, { kind: "translations", name: "_translations", siblings }] };
}

/** The same with the operations that the reader may do with the record. */
export function withRights({ entity, columns }: Selection, rights: Rights): Selection {
  return { entity, columns: [...columns, { kind: "can", name: "_can", rights }] };
}

/** The same with the time of the record's deletion, for reads of the trash that name it in `fields`. */
export function withDeletion({ entity, columns }: Selection): Selection {
  return { entity, columns: [...columns, { kind: "value", name: DELETED_AT.name, field: DELETED_AT, shape: SCALAR }] };
}

/** For callers who may write but not read: the id and the automatic fields. */
export function automaticSelection(entity: Entity): Selection {
  const toColumn = (field: Field): Column => ({ kind: "value", name: field.name, field, shape: SCALAR });
  return automatics(entity, "", () => ({ entity, columns: automaticFields(entity).map(toColumn) }));
}

/** The answer to a write: everything that the principal may read, else the automatic fields. */
export function answerSelection(schema: Schema, principal: Principal, entity: Entity): Selection {
  const rule = ruleFor(schema, principal, entity.name, "read");
  return rule ? planSelection({ schema, principal, problems: [] }, entity, rule, EVERYTHING) : automaticSelection(entity);
}

/** The whole record, as hooks get it: what the system reads. */
export function hookSelection(schema: Schema, entity: Entity): Selection {
  return withTranslations(answerSelection(schema, { kind: "system" }, entity), { entity, filter: null });
}

function checkNames(view: View, { fields, resolve, at = "fields" }: SelectionRequest): void {
  for (const name of fields ?? []) {
    const isKnown = seenField(view, name) || (name === STATUS.name && view.entity.versions) || isDeletion(view, name);
    if (!isKnown) view.problems.push({ field: at, message: unknownField(view, view.entity, name) });
  }
  for (const [name, { at: parameter = `resolve[${name}]`, counted }] of Object.entries(resolve)) {
    if (visibleReverse(view, view.entity, name)) continue;
    const field = seenField(view, name);
    if (field && counted) view.problems.push({ field: parameter, message: `${name} is not a reverse field` });
    else if (!field) view.problems.push({ field: parameter, message: `there is no field ${name}` });
    else if (!field.target && field.references.length === 0) view.problems.push({ field: parameter, message: `${name} is not a relation` });
  }
}

function isDeletion({ trashed, entity }: View, name: string): boolean {
  return name === DELETED_AT.name && trashed === entity;
}

function seenField({ principal, rule, entity }: View, name: string): Field | null {
  const field = entity.byName.get(name);
  return field && isVisible(principal, rule, field) ? field : null;
}
