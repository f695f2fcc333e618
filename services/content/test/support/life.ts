/** Random operations on a few records of one site, compared with the model. */
import { expect } from "@jest/globals";
import type { Direct, Outcome } from "./direct.ts";
import * as model from "./life-model.ts";
import { createParts } from "./life-parts.ts";
import { namesLost, shown } from "./life-references.ts";
import type { Step } from "./life-steps.ts";

const IN_BULK = ["update", "publish", "unpublish", "delete"] as const;

export type Life = ReturnType<typeof createLife>;

/** `admin` works with the records, whose field `run` has the site's number, `keeper` with those that they refer to. */
export function createLife(run: string, admin: Direct, keeper: Direct) {
  let records: model.Model[] = [];
  let trashed: model.Model[] = [];
  const parts = createParts(keeper);
  const { isThere } = parts;
  const forget = (record: model.Model) => void (records = records.filter((other) => other !== record));

  async function create({ patch, flag }: Step): Promise<void> {
    const content = { ...model.EMPTY, ...(await parts.named(patch)) };
    const answer = await admin.create({ ...content, run }, flag);
    const made = namesLost(content, isThere) ? 400 : model.create(answer.data?.id, content, { draft: flag });
    expect(answer.status).toBe(made === 400 ? 400 : 201);
    if (made !== 400) records.push(made);
  }

  async function restore(record: model.Model, { version, flag }: Step): Promise<[Outcome, model.Status]> {
    const { data } = await admin.history(record.id);
    const at = version % data.length;
    const answer = await admin.restore(record.id, data[data.length - 1 - at].id, flag);
    return [answer, model.restore(record, record.versions[at] ?? model.EMPTY, flag, isThere)];
  }

  async function translate(record: model.Model, { locale }: Step): Promise<[Outcome, model.Status]> {
    const answer = await admin.translate(record.id, locale);
    if (records.some((other) => other.group === record.group && other.locale === locale)) return [answer, 409];
    const content = shown(record.live ?? model.newest(record), isThere);
    const made = model.create(answer.data?.id, content, { draft: true, group: record.group, locale });
    if (made !== 400) records.push(made);
    return [answer, 201];
  }

  async function remove(record: model.Model, { flag }: Step): Promise<[Outcome, model.Status]> {
    const answer = await admin.remove(record.id, flag);
    forget(record);
    if (!flag) trashed.push(record);
    expect(answer.data).toEqual({ id: record.id });
    return [answer, 200];
  }

  /** Another record of the group may already have its locale. */
  async function bringBack({ which }: Step): Promise<void> {
    const record = trashed[which % Math.max(trashed.length, 1)];
    if (!record) return;
    const answer = await admin.restoreTrashed(record.id);
    const isTaken = records.some((other) => other.group === record.group && other.locale === record.locale);
    expect(answer.status).toBe(isTaken ? 409 : 200);
    if (isTaken) return;
    trashed = trashed.filter((other) => other !== record);
    model.unlink(record, isThere);
    records.push(record);
  }

  async function removePart(now: Step): Promise<void> {
    const isKept = (id: string) => records.some((record) => model.keepsFromGoing(record, id));
    const { id, isGone } = await parts.remove(now, isKept);
    if (!isGone) return;
    const stays = (record: model.Model) => !model.isCascaded(record, id);
    records = records.filter(stays);
    trashed = trashed.filter(stays);
  }

  /** The same with all records of this sequence: all or none. */
  async function bulk({ version, flag, patch }: Step): Promise<void> {
    const action = IN_BULK[version % IN_BULK.length] ?? "update";
    const data = await parts.named(patch);
    const answer = await admin.bulk({ action, ids: records.map(({ id }) => id), data, force: flag });
    const each = {
      update: (record: model.Model) => model.update(record, data, isThere),
      publish: (record: model.Model) => model.publish(record, flag, isThere),
      unpublish: (record: model.Model) => model.unpublish(record, isThere),
      delete: () => 200 as const,
    };
    expect([action, answer.status]).toEqual([action, model.together(records, each[action])]);
    if (action !== "delete") return;
    trashed.push(...records);
    records = [];
  }

  async function act(record: model.Model, now: Step): Promise<[Outcome, model.Status]> {
    const [{ id }, { operation, flag }] = [record, now];
    const patch = await parts.named(now.patch);
    if (operation === "update") return [await admin.update(id, patch, false), model.update(record, patch, isThere)];
    if (operation === "save") return [await admin.update(id, patch, true), model.saveDraft(record, patch, isThere)];
    if (operation === "publish") return [await admin.publish(id, flag), model.publish(record, flag, isThere)];
    if (operation === "unpublish") return [await admin.unpublish(id), model.unpublish(record, isThere)];
    if (operation === "restore") return restore(record, now);
    if (operation === "translate") return translate(record, now);
    if (operation === "remove") return remove(record, now);
    const isGone = model.discard(record);
    const answer = await admin.discard(id);
    if (isGone) forget(record);
    expect(Object.keys(answer.data).length === 1).toBe(isGone);
    return [answer, 200];
  }

  return {
    isThere,
    records: () => records,
    trashed: () => trashed,

    async take(now: Step): Promise<void> {
      if (now.operation === "bringBack") return bringBack(now);
      if (now.operation === "removePart") return removePart(now);
      if (now.operation === "bringPartBack") return parts.bringBack(now);
      if (now.operation === "bulk" && records.length > 0) return bulk(now);
      const record = records[now.which % Math.max(records.length, 1)];
      if (!record || now.operation === "create" || now.operation === "bulk") return create(now);
      const [answer, status] = await act(record, now);
      expect([now.operation, answer.status]).toEqual([now.operation, status]);
    },

    /** A version of each record shows its content, without targets that were deleted since. */
    async checkVersions(nth: number): Promise<void> {
      for (const { id, versions } of records) {
        const { data } = await admin.history(id);
        const at = nth % data.length;
        const { data: version } = await admin.version(id, data[data.length - 1 - at].id);
        expect(version.data).toMatchObject(shown(versions[at] ?? model.EMPTY, isThere));
      }
    },
  };
}
