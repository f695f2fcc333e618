import { newId } from "@colophon/database";
import { entityOf, GLOBAL_GROUP, isLocalized, STAND_IN_VERSION, type Entity, type WriteData } from "@colophon/engine";
import { AppError } from "@colophon/model/errors";
import { NO_VERSION } from "@colophon/runtime";
import { dataBody, type Answer } from "../http/answers.ts";
import type { Call } from "../http/calls.ts";
import type { Reads } from "../reads/reads.service.ts";
import { updateRecord, type SaveInput } from "../writes/record.operations.ts";
import { parseJoining, valuesOfGroup } from "../writes/shared-values.ts";
import type { WriteOperation, WriteTools } from "../writes/operation.ts";
import { acceptedWrite } from "../writes/statements.ts";
import type { Expected, Write } from "../writes/write.ts";

/** An update; or if there is no record yet a first write, with the same permission and the same hooks. */
export const saveGlobal: WriteOperation<SaveInput, WriteData> = {
  ...updateRecord,
  entityOf: entityOf,

  async firstSave(write, tools, partial) {
    const { call, entity, id, expected, facts, isFollowed: hooked } = write;
    const { row } = tools;
    const { name } = entity;
    if (!isFirst(entity, expected)) throw new AppError("PRECONDITION_FAILED");
    const data = await firstData(write, tools);

    const replace = () => call.engine.update(name, id, { data, newId, first: true });
    const replaced = entity.versions ? undefined : await row(call, name, replace, { hooked });
    if (replaced) return acceptedWrite(replaced);

    const begin = () => call.engine.create(name, { id: newId(), data, draft: facts.draft, newId });
    let attempts = 0; // another first save was faster: this one becomes a change of its record
    const change = () => updateRecord.plan(write, partial ?? data);
    return acceptedWrite(await row(call, name, () => (attempts++ === 0 ? begin() : change()), { hooked }));
  },
};

/** Whether the caller expects that the record doesn't exist, or that the default locale's record is returned instead. */
function isFirst(entity: Entity, { expectedVersion = NO_VERSION }: Expected): boolean {
  return expectedVersion === NO_VERSION || (isLocalized(entity) && expectedVersion === STAND_IN_VERSION);
}

/** The data of a global's first record in a locale, from the body and the other locales' records. */
async function firstData(write: Write<SaveInput>, tools: WriteTools): Promise<WriteData> {
  const { entity, id: locale, input } = write;
  if (!isLocalized(entity)) return tools.parse(write, { body: input.body, first: true });
  const ofGroup = await valuesOfGroup(write, tools.read, GLOBAL_GROUP, tools.system);
  const data = await parseJoining(write, tools.parse, { body: { ...input.body, locale }, ofGroup, permission: "update" });
  return { ...data, locale };
}

/** A global's record, or `{ data: null }` if it was never saved (or the caller may not see it, which looks the same). */
export async function readGlobal(reads: Reads, call: Call, name: string, search: string): Promise<Answer> {
  return (await reads.findGlobal(call, name, search)) ?? { status: 200, body: dataBody("null"), id: null, version: null };
}
