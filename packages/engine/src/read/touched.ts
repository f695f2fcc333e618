/** Which entities' rows decide what a list's filters let through. */
import type { Filter } from "../filter/contract.ts";
import type { ListPlan } from "./plan.ts";

function entitiesIn(filter: Filter | null): readonly string[] {
  if (!filter || filter.kind === "test") return [];
  if (filter.kind === "not") return entitiesIn(filter.of);
  if (filter.kind !== "through") return filter.of.flatMap(entitiesIn);
  return [filter.target.entity.name, ...entitiesIn(filter.target.filter), ...entitiesIn(filter.of)];
}

/** The names, sorted, each once: the list's own entity and every one that a filter or a permission looks into. */
export function touchedBy({ reach, filter }: Pick<ListPlan, "reach" | "filter">): readonly string[] {
  return [...new Set([reach.entity.name, ...entitiesIn(reach.filter), ...entitiesIn(filter)])].toSorted();
}
