import { newId } from "@colophon/database";
import { entityOf, type WriteData } from "@colophon/engine";
import { AppError } from "@colophon/errors";
import { NO_VERSION } from "@colophon/runtime";
import { dataBody, type Answer } from "../http/answers.ts";
import type { Call } from "../http/calls.ts";
import type { Reads } from "../records/reads.service.ts";
import { updateRecord, type SaveInput } from "../records/record.operations.ts";
import type { WriteOperation } from "../writes/operation.ts";
import { acceptedWrite } from "../writes/statements.ts";

/** An update; or where there is no record yet a first write, under the same permission and the same hooks. */
export const saveGlobal: WriteOperation<SaveInput, WriteData> = {
  ...updateRecord,
  entityOf: entityOf,

  async firstSave(write, { parse, row }, partial) {
    const { call, entity, input, expected, facts } = write;
    const { name } = entity;
    const { expectedVersion = NO_VERSION } = expected;
    if (expectedVersion !== NO_VERSION) throw new AppError("PRECONDITION_FAILED");
    const data = await parse(write, { body: input.body, first: true });

    const replace = () => call.engine.update(name, null, { data, newId, first: true });
    const replaced = entity.versions ? undefined : await row(call, name, replace);
    if (replaced) return acceptedWrite(replaced);

    const begin = () => call.engine.create(name, { id: newId(), data, draft: facts.draft, newId });
    let attempts = 0; // when another first save was faster, this one is a change of what that one made
    const change = () => updateRecord.plan(write, partial ?? data);
    return acceptedWrite(await row(call, name, () => (attempts++ === 0 ? begin() : change())));
  },
};

/** A global's record, or `{ data: null }` where it was never saved (or is out of the caller's sight, which looks the same). */
export async function readGlobal(reads: Reads, call: Call, name: string, search: string): Promise<Answer> {
  return (await reads.findGlobal(call, name, search)) ?? { status: 200, body: dataBody("null"), id: null, version: null };
}
