/** What the answer of a read depends on. */
import type { Entity } from "../../types.ts";
import type { Filter, RowFilter } from "../../plan/filter/contract.ts";
import type { Column, Embedded, Selection, Shape } from "../../plan/selection/selected.ts";
import type { ListPlan } from "./list.ts";
import type { OnePlan } from "./one.ts";

type Names = readonly string[];

/** The names of all entities whose records an answer contains, counts or is filtered or sorted by: its own first, each once. */
export function entitiesOf(plan: ListPlan | OnePlan): Names {
  const { rowFilter, selection } = plan;
  const conditions =
    plan.kind === "list" ? [...inFilter(plan.filter), ...plan.order.flatMap(({ through = [] }) => through.flatMap(inStep))] : [];
  return [...new Set([...inRows(rowFilter), ...conditions, ...inSelection(selection)])];
}

/** The names of the entities whose records decide which rows a list has, sorted, each once: its own entity and every one in a filter or a permission. */
export function touchedBy({ rowFilter, filter }: Pick<ListPlan, "rowFilter" | "filter">): Names {
  return [...new Set([...inRows(rowFilter), ...inFilter(filter)])].toSorted();
}

function inRows({ entity, filter }: { readonly entity: Pick<Entity, "name">; readonly filter: Filter | null }): Names {
  return [entity.name, ...inFilter(filter)];
}

function inFilter(filter: Filter | null): Names {
  if (!filter) return [];
  if (filter.kind === "test") return filter.group ? [filter.group.name] : [];
  if (filter.kind === "not") return inFilter(filter.of);
  if (filter.kind !== "through" && filter.kind !== "referred") return filter.of.flatMap(inFilter);
  return [...inRows(filter.kind === "through" ? filter.target : filter.from), ...inFilter(filter.of)];
}

const inStep = ({ target }: { readonly target: RowFilter }): Names => inRows(target);

function inSelection({ columns }: Selection): Names {
  return columns.flatMap(inColumn);
}

function inEmbedded({ target, selection }: Embedded): Names {
  return [...inRows(target), ...inSelection(selection)];
}

function inColumn(column: Column): Names {
  switch (column.kind) {
    case "value":
      return inShape(column.shape);
    case "embed":
      return inEmbedded(column);
    case "referring":
      return [...inRows(column.from), ...inSelection(column.selection)];
    case "counts":
      return column.of.flatMap(({ from }) => inRows(from));
    case "translations":
      return inRows(column.siblings);
    case "assetUrl":
      return column.open ? inRows(column.open) : [];
    case "owner":
      return column.visibility.users ? inRows(column.visibility.users) : [];
    default:
      return [];
  }
}

function inShape(shape: Shape): Names {
  switch (shape.kind) {
    case "embed":
      return inEmbedded(shape);
    case "object":
      return shape.members.flatMap(([, member]) => inShape(member));
    case "array":
      return inShape(shape.of);
    case "document":
      return [
        ...shape.references.flatMap((reference) => inShape(reference.shape)),
        ...shape.blocks.flatMap(([, members]) => members.flatMap(([, member]) => inShape(member))),
      ];
    case "blocks":
      return shape.blocks.flatMap(([, members]) => members.flatMap(([, member]) => inShape(member)));
    default:
      return [];
  }
}
