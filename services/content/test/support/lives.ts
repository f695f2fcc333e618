import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ConfigDefinition } from "@colophon/config";
import { createRemovals, type Removals } from "@colophon/database";
import fc from "fast-check";
import { createDirect, type Direct } from "./direct.ts";
import { createLife, type Life } from "./life.ts";
import * as model from "./life-model.ts";
import { BEGINNING, step, type Step } from "./life-steps.ts";
import { startService, type TestService } from "./service.ts";

/** The number of concurrent sequences in one site, and the number of sites. */
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
        {
          name: "parts",
          type: "array",
          of: {
            type: "object",
            fields: [
              { name: "part", type: "relation", to: "part" },
              { name: "more", type: "array", of: { type: "relation", to: "part" } },
            ],
          },
        },
        { name: "box", type: "object", fields: [{ name: "whole", type: "relation", to: "part", onDelete: "cascade" }] },
        {
          name: "quotes",
          type: "blocks",
          blocks: [{ name: "quote", fields: [{ name: "kept", type: "relation", to: "part", onDelete: "restrict" }] }],
        },
      ],
    },
    { name: "part", trash: true, fields: [{ name: "name", type: "text" }] },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "visitor", public: true, permissions: { page: { read: true }, part: { read: true } } },
  ],
};

const lives = fc.array(fc.array(step, { minLength: 3, maxLength: 10, size: "max" }), { minLength: LIVES, maxLength: LIVES });

let service: TestService;
let admin: Direct;
let visitor: Direct;
let keeper: Direct;
let removals: Removals;

/** Several sequences whose next steps run at the same time. */
function createSite() {
  const run = randomUUID();
  const lives = Array.from({ length: LIVES }, () => createLife(run, admin, keeper));
  const sorted = <Row extends { readonly id: string }>(rows: readonly Row[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const ofAll = <Row>(of: (life: Life) => readonly Row[]) => lives.flatMap(of);
  const known = (life: Life) => [...life.records(), ...life.trashed()];

  async function shown(reader: Direct, flag: "draft" | "trashed" | null, offset = 0): Promise<object[]> {
    const page = `sort=id&limit=${PAGE}&offset=${offset}&count=false&fields=id,locale,translationGroup,title,body,parts,box,quotes,_status`;
    const { data } = await reader.list(`?filter[run]=${run}&${page}${flag ? `&${flag}=true` : ""}`);
    return data.length < PAGE ? data : [...data, ...(await shown(reader, flag, offset + PAGE))];
  }

  return {
    async take(steps: readonly (Step | undefined)[]): Promise<void> {
      await Promise.all(lives.flatMap(({ take }, index) => (steps[index] ? [take(steps[index])] : [])));
    },

    /** Readers see exactly what the model predicts; so do editors. */
    async check(draft: boolean): Promise<void> {
      const expected = ofAll(({ records, isThere }) => records().flatMap((record) => model.seen(record, draft, isThere) ?? []));
      expect(await shown(draft ? admin : visitor, draft ? "draft" : null)).toEqual(sorted(expected));
    },

    /** Records in the trash are unchanged. */
    async checkTrash(): Promise<void> {
      const expected = ofAll(({ trashed, isThere }) =>
        trashed().flatMap((record) => model.seen(record, record.live === null, isThere) ?? []),
      );
      expect(await shown(admin, "trashed")).toEqual(sorted(expected));
    },

    async checkVersions(nth: number): Promise<void> {
      await Promise.all(lives.map(({ checkVersions }) => checkVersions(nth)));
    },

    /** Each step wrote the expected rows to the history: one pinned for the live content, one for the pending content. */
    async checkHistories(): Promise<void> {
      const records = sorted(ofAll(known));
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

/** Compares this number of random sequences of operations, two lanes of several at a time, with the model. */
export function testLives(count: number): void {
  beforeAll(async () => {
    service = await startService(site);
    admin = createDirect(service, "admin", "page");
    visitor = createDirect(service, "visitor", "page");
    keeper = createDirect(service, "admin", "part");
    removals = createRemovals(service);
  }, MINUTE);
  afterAll(() => service?.stop());

  test(
    `${count} random sequences of operations have the results of the model, at every step`,
    async () => {
      const life = fc.asyncProperty(lives, async (sequences) => {
        const site = createSite();
        await site.take(sequences.map(({ length }) => ({ ...BEGINNING, flag: length % 2 === 0 })));
        for (let at = 0; at < Math.max(...sequences.map(({ length }) => length)); at++) {
          await site.take(sequences.map((steps) => steps[at]));
          await site.check(false);
        }
        await site.check(true);
        await removals.finish();
        await site.checkTrash();
        await site.checkHistories();
        await site.checkVersions(sequences[0]?.length ?? 0);
      });
      const lane = () => fc.assert(life, { numRuns: Math.ceil(count / LIVES / LANES) });

      await Promise.all(Array.from({ length: LANES }, lane));
    },
    Math.max(5 * MINUTE, count * 500),
  );
}
