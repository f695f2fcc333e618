/** The configured title of an entity's records. */
import type { Entity, Rule, Schema } from "../../types.ts";
import type { Reader } from "../filter/contract.ts";
import { nestedDefinition, visibleField } from "../../views/visible.ts";
import { planSelection } from "./selection.ts";
import type { SelectionRequest } from "./selection.ts";
import type { Selection } from "./selected.ts";

export interface Title {
  /** The column. */
  readonly selection: Selection;
  /** The path inside it. */
  readonly path: readonly string[];
}

/** The path to the title of an entity's summary; null if the configuration has none. */
export function summaryTitleOf({ config }: Schema, { name }: Entity): string | null {
  return config.entities.find((entity) => entity.name === name)?.admin?.summary?.title ?? null;
}

/** The title as a reader with the rule may see it; null if there is none, or the reader may not see it. */
export function titleOf(reader: Reader, entity: Entity, rule: Rule): Title | null {
  const path = summaryTitleOf(reader.schema, entity)?.split(".") ?? [];
  const wanted = wantedFor(reader, entity, path);
  return wanted && { selection: planSelection(reader, entity, rule, wanted), path };
}

function wantedFor(reader: Reader, entity: Entity, [first = "", ...rest]: readonly string[]): SelectionRequest | null {
  const field = visibleField(reader, entity, first);
  if (!field) return null;
  const target = field.target === null ? null : reader.schema.entities.get(field.target);
  if (rest.length === 0) return target || field.storage.kind === "junction" ? null : { fields: [first], resolve: {} };
  if (!target) return nestedDefinition(reader, entity, field, rest) ? { fields: [first], resolve: {} } : null;
  const further = wantedFor(reader, target, rest);
  return further && { fields: [first], resolve: { [first]: further } };
}
