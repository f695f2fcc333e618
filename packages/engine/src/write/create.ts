/** A new record as one statement. */
import { invalid } from "@colophon/errors";
import { entityOf } from "../schema.ts";
import { empty, join, name, prepare, sql, table } from "../sql.ts";
import type { Sql } from "../sql.ts";
import type { Actor, Entity, Field, Schema } from "../types.ts";
import { answerText, reaches } from "./answer.ts";
import { requireUserAdmin } from "./built-in-rules.ts";
import { commonSlots, openData, roleKey } from "./open-data.ts";
import type { OpenData } from "./open-data.ts";
import type { WriteData } from "./parse-body.ts";
import { askDatabase, unknownGroup, wrongReferences } from "./problems.ts";
import { fill, isSlot, recipeOf, slot } from "./recipe.ts";
import { singleIndexes, slugIndexes, slugValue } from "./slug-value.ts";
import { newSource } from "./sources.ts";
import type { WriteStatement } from "./statement.ts";
import { askBoth, askTaken, uniqueFields } from "./taken.ts";
import { verdict } from "./verdict.ts";
import { NOW, columnNameOf, columnValue, columnsOf, fieldsIn, linksValue, names } from "./values.ts";
import { keptCte } from "./versions.ts";

export interface CreateInput {
  /** The new record's id, a UUID v7. */
  readonly id: string;
  readonly data: WriteData;
  readonly draft?: boolean;
  /** Makes ids for the rows that come along, such as the version's. */
  readonly newId: () => string;
}

type Open = Pick<CreateInput, "draft"> & { readonly data: OpenData };

const ID = slot("id");

function fieldValue(entity: Entity, field: Field, { values, slugs, locale }: OpenData): Sql {
  const made = slugs[field.name];
  return made ? slugValue(entity, field, made, sql`${locale}::text`) : columnValue(field, values[field.name]);
}

function nextCte(entity: Entity, { data, draft }: Open): Sql {
  const row = [
    sql`${ID}::uuid as id`,
    sql`1 as version`,
    sql`${NOW} as created_at`,
    sql`${NOW} as updated_at`,
    sql`${draft ? sql`null::timestamptz` : NOW} as published_at`,
    ...(entity.translatable ? [sql`${data.locale}::text as locale`, sql`${data.translationGroup ?? ID}::uuid as translation_group`] : []),
  ];
  const fields = fieldsIn(entity, "column").map((field) => sql`${fieldValue(entity, field, data)} as ${name(columnNameOf(field))}`);
  return sql`next as materialized (select ${join([...row, ...fields])})`;
}

function linkCtes(entity: Entity, values: OpenData["values"]): readonly Sql[] {
  return fieldsIn(entity, "junction").flatMap((field) => {
    const ids = values[field.name];
    if (field.storage.kind !== "junction" || !isSlot(ids)) return [];
    const rows = sql`select written.id, given.id, given.place - 1 from written, unnest(${linksValue(ids)}) with ordinality as given(id, place)`;
    return [sql`${name(`links_${field.name}`)} as (insert into ${table(field.storage.table)} (source_id, target_id, position) ${rows})`];
  });
}

function build(schema: Schema, actor: Actor, entity: Entity, open: Open): WriteStatement {
  const { data, draft } = open;
  const allowed = reaches(schema, actor, entity.kind === "global" ? "update" : "create", newSource(entity, "next", data.values));
  const written = newSource(entity, "written", data.values);
  const columns = names(columnsOf(entity));
  const version = {
    id: slot("versionId"),
    status: draft ? "draft" : "published",
    base: sql`null::integer`,
    endsDraft: sql`false`,
  } as const;
  const kept = entity.versions ? [keptCte(written, sql`written`, version)] : [];
  const wrong = askDatabase([...wrongReferences(schema, data.references, null), ...unknownGroup(entity, data.translationGroup)]);
  const asked = askBoth(wrong, askTaken(entity, uniqueFields(entity, data.values), "drafts"));
  const ctes = [
    nextCte(entity, open),
    ...asked.ctes,
    sql`verdict as materialized (select ${verdict([...asked.cases, sql`when not ${allowed} then 'forbidden'`])} as outcome from next)`,
    sql`written as (insert into ${table(entity.table)} (${columns}) select ${columns} from next where (select outcome from verdict) = 'ok' returning *)`,
    ...linkCtes(entity, data.values),
    ...kept,
  ];
  const keptJoin = kept.length > 0 ? sql`left join kept on kept.version_id is not null` : empty;
  const answer = sql`select verdict.outcome, ${asked.details} as details, written.id, written.version, ${answerText(schema, actor, entity, written)} as data from verdict left join written on true ${keptJoin}`;
  return { ...prepare(sql`with ${join(ctes)} ${answer}`), retryOn: [...slugIndexes(entity, data.slugs), ...singleIndexes(entity)] };
}

/**
 * The statement that creates a record with its links and its version, if its result lies inside the actor's filter.
 * For a global it is the first save, under the update permission.
 */
export function planCreate(
  schema: Schema,
  actor: Actor,
  entityName: string,
  { id, data, draft = false, newId }: CreateInput,
): WriteStatement {
  const entity = entityOf(schema, entityName);
  requireUserAdmin(schema, actor, entity);
  if (draft && !entity.versions) throw invalid([{ field: "draft", message: `${entity.name} has no drafts` }]);
  const opened = openData(entity, data);
  const shape = ["create", roleKey(actor), entity.name, draft, ...opened.shape];
  const recipe = recipeOf(schema, shape, () => build(schema, actor, entity, { data: opened.data, draft }));
  return fill(recipe, new Map([...opened.given, ...commonSlots(actor, { id, versionId: entity.versions ? newId() : null })]));
}
