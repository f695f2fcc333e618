/** Content that was stored under an earlier configuration, checked against the current one. */
import { AppError, invalid, type ErrorDetail } from "@colophon/model/errors";
import { isPlainObject, parseValue, type Pass } from "@colophon/model";
import { entityOf } from "../entities.ts";
import type { Principal, Entity, Schema } from "../types.ts";
import { runChecks, startPass } from "./checks.ts";
import { seenBy } from "./members.ts";
import type { WriteData } from "./body.ts";
import { isMadeFrom } from "./slugs.ts";

type PassOptions = Pick<Pass, "draft" | "sees" | "unchanged">;

export interface StoredOptions {
  readonly draft: boolean;
  /** Values that the fields no longer accept stay as they are. */
  readonly keepsInvalid?: boolean;
}

function parseContent(
  entity: Entity,
  content: Record<string, unknown>,
  options: PassOptions,
): { pass: Pass; values: Record<string, unknown> } {
  const pass = startPass({ ...options, stored: true, makeKey: () => "" });
  const values: Record<string, unknown> = {};
  for (const field of entity.fields) {
    const stored = Object.hasOwn(content, field.name) ? content[field.name] : null;
    if (stored === null && isMadeFrom(field, content)) continue;
    values[field.name] = parseValue(pass, field.definition, stored, { path: field.name, nested: false });
  }
  return { pass, values };
}

/** The errors of content under the current fields, draft or not. Empty if the content is still valid. */
export function incompatibilities(schema: Schema, entityName: string, content: unknown): readonly ErrorDetail[] {
  const entity = entityOf(schema, entityName);
  if (!isPlainObject(content)) return [{ field: "", message: "must be an object" }];
  return parseContent(entity, content, { draft: true }).pass.problems;
}

/**
 * A version's content as data for a write: all of the entity's fields, missing ones as null. Fields, members and blocks that no longer
 * exist are left out. @throws VERSION_INCOMPATIBLE naming the fields that are no longer valid, unless they are kept; unless it is for a
 * draft, VALIDATION_ERROR naming those that are required and missing, or that the project's own checks refuse.
 */
export async function parseStored(
  schema: Schema,
  principal: Principal,
  entityName: string,
  content: unknown,
  { draft, keepsInvalid = false }: StoredOptions,
): Promise<WriteData> {
  const entity = entityOf(schema, entityName);
  const broken = incompatibilities(schema, entityName, content);
  if (broken.length > 0 && !keepsInvalid) throw new AppError("VERSION_INCOMPATIBLE", undefined, { details: broken });
  const unchanged = new Set(broken.map(({ field }) => field));
  const options = { draft, unchanged, sees: seenBy(schema, principal, entity) };
  const { pass, values } = parseContent(entity, isPlainObject(content) ? content : {}, options);
  if (!draft) await runChecks(pass, entity.name, values);
  if (pass.problems.length > 0) throw invalid(pass.problems, "Some fields are not valid");
  return { values, references: pass.references, locale: null, translationGroup: null };
}
