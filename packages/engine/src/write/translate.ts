/** What a translation is made from. The copy itself is created like any other record. */
import { AppError } from "@colophon/errors";
import type { Reference } from "../field-types/index.ts";
import { requireOperation, ruleFor } from "../permissions.ts";
import { entityOf } from "../schema.ts";
import { empty, join, prepare, sql, table } from "../sql.ts";
import type { Actor, Schema, Statement } from "../types.ts";
import { reaches } from "./answer.ts";
import { targetSource } from "./sources.ts";
import { targetCte } from "./update.ts";
import { contentJson } from "./values.ts";
import { checkId } from "./verdict.ts";

/** The one row: the record that is to be translated, hidden fields included. */
export interface TranslationSourceRow {
  readonly locale: string;
  readonly translationGroup: string;
  /** JSON text by field name. */
  readonly content: string;
}

/** A record and its sibling in the asked language. */
export interface SiblingRow {
  readonly id: string;
  readonly sibling: string;
}

/**
 * Reads a record for its translation: as it is live, or for those who may update it a draft that is not live.
 * No row where the actor sees none.
 * @throws NOT_FOUND for an entity without translations, FORBIDDEN without the create or the read permission
 */
export function planTranslationSource(schema: Schema, actor: Actor, entityName: string, id: string): Statement {
  const entity = entityOf(schema, entityName);
  if (!entity.translatable) throw new AppError("NOT_FOUND");
  requireOperation(schema, actor, entityName, "create");
  const target = targetSource(entity);
  const readable = reaches(schema, actor, "read", target);
  checkId(entity, id);
  const mayUpdate = ruleFor(schema, actor, entityName, "update") ? reaches(schema, actor, "update", target) : sql`false`;
  const isShown = sql`(target.published_at is not null or ${mayUpdate})`; // without versions the target is live
  const columns = sql`target.locale, target.translation_group as "translationGroup", (${contentJson(target)})::text as content`;
  return prepare(sql`with ${targetCte(entity, sql`${id}`, empty)} select ${columns} from target where ${readable} and ${isShown}`);
}

/** Finds the siblings in `locale` of records, which are of the entity or referred to by it. One at least must have languages. */
export function planSiblings(
  schema: Schema,
  actor: Actor,
  entityName: string,
  references: readonly Pick<Reference, "entity" | "id">[],
  locale: string,
): Statement {
  requireOperation(schema, actor, entityName, "create");
  const queries = [...Map.groupBy(references, ({ entity }) => entity)].flatMap(([name, group]) => {
    const entity = entityOf(schema, name);
    if (!entity.translatable) return [];
    const rows = table(entity.table);
    const ids = group.map(({ id }) => id);
    return [
      sql`select r.id, s.id as sibling from ${rows} r join ${rows} s on s.translation_group = r.translation_group and s.locale = ${locale} where r.id = any(${ids}::uuid[])`,
    ];
  });
  return prepare(join(queries, " union all "));
}
