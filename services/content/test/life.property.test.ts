import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ConfigDefinition } from "@colophon/config";
import fc from "fast-check";
import { createDirect, type Direct, type Outcome } from "./support/direct.ts";
import * as model from "./support/life-model.ts";
import { startService, type TestService } from "./support/service.ts";

/** `LIFE_SEQUENCES=10000` for the long run. */
const SEQUENCES = Number(process.env["LIFE_SEQUENCES"] ?? 2_000);
/** So many lives go on beside each other in one site, whose readers see them all at once; and so many sites. */
const LIVES = 8;
const LANES = 2;
const PAGE = 100;
const MINUTE = 60_000;

const site: ConfigDefinition = {
  locales: ["en", "de", "fr"],
  entities: [
    {
      name: "page",
      versions: true,
      translatable: true,
      trash: true,
      fields: [
        { name: "title", type: "text", required: true },
        { name: "body", type: "text" },
        { name: "run", type: "text", index: true },
      ],
    },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "visitor", public: true, permissions: { page: { read: true } } },
  ],
};

const SELDOM = ["create", "translate", "remove", "bringBack", "bulk"] as const;
const IN_BULK = ["update", "publish", "unpublish", "delete"] as const;
const OFTEN = ["unpublish", "discard", "restore"] as const;
const MOST = ["update", "save", "publish"] as const;
const text = fc.constantFrom<string | null>("a", "b", "c", "d", "e", "f", null);
const step = fc.record({
  operation: fc.constantFrom(...SELDOM, ...OFTEN, ...MOST, ...MOST, ...MOST),
  which: fc.constantFrom(0, 0, 0, 0, 1, 2),
  version: fc.nat(9),
  flag: fc.boolean(),
  locale: fc.constantFrom("en", "de", "fr"),
  patch: fc.record({ title: text, body: text }, { requiredKeys: [] }),
});
const BEGINNING = { operation: "create", which: 0, version: 0, locale: "en", patch: { title: "a" } } as const;
const lives = fc.array(fc.array(step, { minLength: 3, maxLength: 10, size: "max" }), { minLength: LIVES, maxLength: LIVES });
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

let service: TestService;
let admin: Direct;
let visitor: Direct;

beforeAll(async () => {
  service = await startService(site);
  admin = createDirect(service, "admin", "page");
  visitor = createDirect(service, "visitor", "page");
}, MINUTE);
afterAll(() => service?.stop());

/** The life of a few records of the site `run`, beside its model. */
function createLife(run: string) {
  let records: model.Model[] = [];
  let trashed: model.Model[] = [];
  const forget = (record: model.Model) => void (records = records.filter((one) => one !== record));

  async function create({ patch, flag }: Step): Promise<void> {
    const content = { title: null, body: null, ...patch };
    const answer = await admin.create({ ...content, run }, flag);
    const made = model.create(answer.data?.id, content, { draft: flag });
    expect(answer.status).toBe(made === 400 ? 400 : 201);
    if (made !== 400) records.push(made);
  }

  async function restore(record: model.Model, { version, flag }: Step): Promise<[Outcome, model.Status]> {
    const { data } = await admin.history(record.id);
    const at = version % data.length;
    const answer = await admin.restore(record.id, data[data.length - 1 - at].id, flag);
    const content = record.versions[at] ?? { title: null, body: null };
    return [answer, model.restore(record, content, flag)];
  }

  async function translate(record: model.Model, { locale }: Step): Promise<[Outcome, model.Status]> {
    const answer = await admin.translate(record.id, locale);
    if (records.some((one) => one.group === record.group && one.locale === locale)) return [answer, 409];
    const content = record.live ?? model.newest(record);
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

  /** Another record may have its language in the group by now. */
  async function bringBack({ which }: Step): Promise<void> {
    const record = trashed[which % Math.max(trashed.length, 1)];
    if (!record) return;
    const answer = await admin.restoreTrashed(record.id);
    const isTaken = records.some((one) => one.group === record.group && one.locale === record.locale);
    expect(answer.status).toBe(isTaken ? 409 : 200);
    if (isTaken) return;
    trashed = trashed.filter((one) => one !== record);
    records.push(record);
  }

  /** The same with all records of this life: all or none. */
  async function bulk({ version, flag, patch }: Step): Promise<void> {
    const action = IN_BULK[version % IN_BULK.length] ?? "update";
    const answer = await admin.bulk({ action, ids: records.map(({ id }) => id), data: patch, force: flag });
    const each = {
      update: (record: model.Model) => model.update(record, patch),
      publish: (record: model.Model) => model.publish(record, flag),
      unpublish: model.unpublish,
      delete: () => 200 as const,
    };
    expect([action, answer.status]).toEqual([action, model.together(records, each[action])]);
    if (action !== "delete") return;
    trashed.push(...records);
    records = [];
  }

  async function act(record: model.Model, now: Step): Promise<[Outcome, model.Status]> {
    const [{ id }, { operation, patch, flag }] = [record, now];
    if (operation === "update") return [await admin.update(id, patch, false), model.update(record, patch)];
    if (operation === "save") return [await admin.update(id, patch, true), model.saveDraft(record, patch)];
    if (operation === "publish") return [await admin.publish(id, flag), model.publish(record, flag)];
    if (operation === "unpublish") return [await admin.unpublish(id), model.unpublish(record)];
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
    records: () => records,
    trashed: () => trashed,

    async take(now: Step): Promise<void> {
      if (now.operation === "bringBack") return bringBack(now);
      if (now.operation === "bulk" && records.length > 0) return bulk(now);
      const record = records[now.which % Math.max(records.length, 1)];
      if (!record || now.operation === "create" || now.operation === "bulk") return create(now);
      const [answer, status] = await act(record, now);
      expect(answer.status).toBe(status);
    },
  };
}

/** Several lives that each take their next step at the same time. */
function createSite() {
  const run = randomUUID();
  const lives = Array.from({ length: LIVES }, () => createLife(run));
  const sorted = (records: model.Model[]) => records.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const recordsOfAll = () => sorted(lives.flatMap(({ records }) => records()));
  const trashedOfAll = () => sorted(lives.flatMap(({ trashed }) => trashed()));

  async function shown(reader: Direct, flag: "draft" | "trashed" | null, offset = 0): Promise<object[]> {
    const page = `sort=id&limit=${PAGE}&offset=${offset}&count=false&fields=id,locale,translationGroup,title,body,_status`;
    const { data } = await reader.list(`?filter[run]=${run}&${page}${flag ? `&${flag}=true` : ""}`);
    return data.length < PAGE ? data : [...data, ...(await shown(reader, flag, offset + PAGE))];
  }

  return {
    async take(steps: readonly (Step | undefined)[]): Promise<void> {
      await Promise.all(lives.flatMap(({ take }, index) => (steps[index] ? [take(steps[index])] : [])));
    },

    /** Readers see exactly what the model says; so do editors. */
    async check(draft: boolean): Promise<void> {
      const expected = recordsOfAll().flatMap((record) => model.seen(record, draft) ?? []);
      expect(await shown(draft ? admin : visitor, draft ? "draft" : null)).toEqual(expected);
    },

    /** What is in the trash is there as it was. */
    async checkTrash(): Promise<void> {
      const expected = trashedOfAll().map((record) => model.seen(record, record.live === null));
      expect(await shown(admin, "trashed")).toEqual(expected);
    },

    /** Each step left the rows in the history that it should: one pinned for what is live, one for what is pending. */
    async checkHistories(): Promise<void> {
      const records = sorted([...recordsOfAll(), ...trashedOfAll()]);
      const rows = await service.database.run({ text: HISTORIES }, [records.map(({ id }) => id)]);
      const said = records.map(({ id, versions, live, draft }) => ({
        id,
        total: versions.length,
        live: live ? 1 : 0,
        pending: draft ? 1 : 0,
      }));
      expect(rows).toEqual(said);
    },
  };
}

const HISTORIES = `select record_id as id, count(*)::integer as total, (count(*) filter (where published))::integer as live,
  (count(*) filter (where pending))::integer as pending from cms.versions where record_id = any($1) group by record_id order by record_id`;

test(
  `${SEQUENCES} random lives of records go as the model says, at every step`,
  async () => {
    const life = fc.asyncProperty(lives, async (sequences) => {
      const site = createSite();
      await site.take(sequences.map(({ length }) => ({ ...BEGINNING, flag: length % 2 === 0 })));
      for (let at = 0; at < Math.max(...sequences.map(({ length }) => length)); at++) {
        await site.take(sequences.map((steps) => steps[at]));
        await site.check(false);
      }
      await site.check(true);
      await site.checkTrash();
      await site.checkHistories();
    });
    const lane = () => fc.assert(life, { numRuns: Math.ceil(SEQUENCES / LIVES / LANES) });

    await Promise.all(Array.from({ length: LANES }, lane));
  },
  Math.max(5 * MINUTE, SEQUENCES * 50),
);
