import type { Usage } from "@colophon/client";
import { entityNamed, type AdminConfig, type AdminEntity } from "../../api/admin-entities.ts";
import { isStoredField } from "../../record-model/types.ts";
import { MAX_BULK_RECORDS, type Move } from "@colophon/model";
import { targetOf } from "./moved-value.ts";

/** Records whose field contains only the reference: one bulk request changes them all. */
export interface BulkStep {
  readonly kind: "bulk";
  readonly entity: AdminEntity;
  readonly field: string;
  readonly isDraft: boolean;
  readonly usages: readonly Usage[];
}
/** A record whose field contains more than the reference: it is read, changed and written. */
export interface SingleStep {
  readonly kind: "single";
  readonly entity: AdminEntity;
  readonly id: string;
  readonly isDraft: boolean;
  readonly usages: readonly Usage[];
}
export type Step = BulkStep | SingleStep;

/** The writes that move the references, as few as possible. */
export function stepsOf(config: AdminConfig, move: Move, usages: readonly Usage[]): readonly Step[] {
  const groups = Map.groupBy(usages, (usage) => {
    const entity = entityNamed(config, usage.entity);
    const field = entity && isPlain(entity, usage.field, move) ? usage.field : `/${usage.id}`;
    return JSON.stringify([usage.entity, usage.draft, field]);
  });
  return [...groups.values()].flatMap((group): readonly Step[] => {
    const [first] = group;
    const entity = first && entityNamed(config, first.entity);
    if (!entity) return [];
    const { field, id, draft: isDraft } = first;
    if (!isPlain(entity, field, move)) return [{ kind: "single", entity, id, isDraft, usages: group }];
    return chunksOf(group).map((part) => ({ kind: "bulk", entity, field, isDraft, usages: part }));
  });
}

function isPlain({ global, fields }: AdminEntity, path: string, { entity }: Move): boolean {
  const field = fields.map((definition) => ({ definition, isReadOnly: false })).find(({ definition }) => definition.name === path);
  if (global || !field || !isStoredField(field)) return false;
  return targetOf(field.definition) === entity && !("many" in field.definition && field.definition.many);
}

function chunksOf(usages: readonly Usage[]): readonly (readonly Usage[])[] {
  const count = Math.ceil(usages.length / MAX_BULK_RECORDS);
  return Array.from({ length: count }, (_, at) => usages.slice(at * MAX_BULK_RECORDS, (at + 1) * MAX_BULK_RECORDS));
}
