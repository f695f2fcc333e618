import { ColophonError, etagOf, toQueryString, type Usage } from "@colophon/client";
import type { AdminConfig } from "../../api/admin-entities.ts";
import { call, client } from "../../api/client.ts";
import { refusedOf } from "../../record-model/errors.ts";
import { isEqual } from "../../record-model/same-value.ts";
import { pathOf } from "../../api/api-url.ts";
import { type StoredRecord } from "../../record-model/record-api.ts";
import type { Move } from "@colophon/model";
import { movedValue } from "./moved-value.ts";
import type { SingleStep, Step, BulkStep } from "./plan.ts";

/** A usage whose reference was not moved, with the error. */
export interface Failure {
  readonly usage: Usage;
  readonly error: unknown;
}

const MAX_TRIES = 4;

/** Moves the references of one step. @returns those that could not be moved */
export async function writeStep(config: AdminConfig, move: Move, step: Step): Promise<readonly Failure[]> {
  if (step.kind === "bulk") return writeBulk(move, step);
  try {
    await writeSingle(config, move, step);
    return [];
  } catch (error) {
    return step.usages.map((usage) => ({ usage, error }));
  }
}

/** Writes all in one request; those that are refused are left out of the next try. */
async function writeBulk(move: Move, { entity, field, isDraft, usages }: BulkStep): Promise<readonly Failure[]> {
  const records = client.entity(entity.name as "_image");
  const body = { action: "update", data: { [field]: move.to }, ...(isDraft && { draft: true }) };
  const failures: Failure[] = [];
  let open = usages;
  while (open.length > 0) {
    try {
      await records.bulk(
        open.map(({ id }) => id),
        body as never,
      );
      return failures;
    } catch (error) {
      const refused =
        error instanceof ColophonError
          ? refusedOf(
              open.map(({ id }) => ({ id })),
              error.details,
            ).map(({ record }) => record.id)
          : [];
      const out = open.filter(({ id }) => refused.length === 0 || refused.includes(id));
      failures.push(...out.map((usage) => ({ usage, error })));
      open = open.filter((usage) => !out.includes(usage));
    }
  }
  return failures;
}

/** Reads, changes and writes the record; tries again if somebody else changed it meanwhile. */
async function writeSingle(config: AdminConfig, move: Move, { entity, id, isDraft }: SingleStep): Promise<void> {
  const locale = entity.global && entity.translatable ? await localeOf(config, entity.name, { id, isDraft }) : undefined;
  const path = pathOf(entity.name, entity.global ? null : id) + toQueryString({ draft: isDraft || undefined, locale });
  for (let tries = 1; ; tries++) {
    const record = await call<StoredRecord>(path);
    const changed = entity.fields.flatMap((field) => {
      if (field.type === "reverse") return [];
      const value = movedValue(field, record[field.name], move);
      return isEqual(value, record[field.name]) ? [] : [[field.name, value] as const];
    });
    if (changed.length === 0) return;
    try {
      await call(path, { method: "PUT", body: Object.fromEntries(changed), headers: { "if-match": etagOf(record) } });
      return;
    } catch (error) {
      if (!(error instanceof ColophonError) || error.status !== 412 || tries === MAX_TRIES) throw error;
    }
  }
}

/** The locale of a translatable global's record. */
async function localeOf(config: AdminConfig, global: string, { id, isDraft }: { readonly id: string; readonly isDraft: boolean }) {
  for (const locale of config.locales) {
    const record = await call<StoredRecord | null>(pathOf(global) + toQueryString({ draft: isDraft || undefined, locale }));
    if (record?.id === id) return locale;
  }
  return undefined;
}
