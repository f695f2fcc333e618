import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ConfigDefinition, FieldDefinition } from "@colophon/config";
import { finishChange } from "@colophon/database";
import { eventually } from "../../../tests/support/eventually.ts";
import { startPostgres } from "../../../tests/support/servers/postgres.ts";
import type { TestPostgres } from "../../../tests/support/servers/postgres-server.ts";
import { startService, type Client, type TestService } from "./support/service.ts";

const site = (fields: FieldDefinition[], global: FieldDefinition): ConfigDefinition => ({
  entities: [
    { name: "tag", fields: [{ name: "label", type: "text" }] },
    { name: "page", versions: true, translatable: true, fields },
    { name: "settings", global: true, versions: true, fields: [global] },
  ],
  locales: ["en", "de"],
  roles: [{ name: "admin", isAdmin: true }],
});
const title = (name: string, renamedFrom?: string): FieldDefinition[] => [
  { name, type: "text", required: true, index: true, searchable: true, ...(renamedFrom && { renamedFrom }) },
  { name: "slug", type: "slug", from: name },
];
const tags = (name: string, renamedFrom?: string): FieldDefinition => ({
  name,
  type: "relation",
  to: "tag",
  many: true,
  ...(renamedFrom && { renamedFrom }),
});
const BEFORE = site([...title("title"), tags("tags"), { name: "note", type: "text" }], { name: "theme", type: "text" });
const AFTER = site([...title("headline", "title"), tags("labels", "tags"), { name: "lead", type: "text", default: "read on" }], {
  name: "look",
  type: "text",
  renamedFrom: "theme",
});

let postgres: TestPostgres;
let [older, newer]: (TestService | undefined)[] = [];
let sides: readonly { readonly client: Client; readonly title: string; readonly tags: string; readonly theme: string }[];
let tag: string;
beforeAll(async () => {
  postgres = await startPostgres({ migrated: true });
  older = await startService(BEFORE, { on: postgres });
  await older.as("admin").put("/api/settings", { theme: "dark" });
  newer = await startService(AFTER, { on: postgres, allowDataLoss: true });
  const [old, now] = [older, newer].map((service) => service.as("admin", service.adminId));
  sides = [
    { client: old!, title: "title", tags: "tags", theme: "theme" },
    { client: now!, title: "headline", tags: "labels", theme: "look" },
  ];
  tag = (await old!.post("/api/tag", { label: "x" })).json.data.id;
});
afterAll(async () => {
  await Promise.all([older?.stop(), newer?.stop()]);
  await postgres?.stop();
});

/** The answer of each version to the same request: its status, and its name for the title. */
const titles = async (path: string) =>
  Promise.all(
    sides.map(async ({ client, title: own }) => {
      const { status, json } = await client.get(path);
      const { data } = json;
      return [status, Array.isArray(data) ? data.map((item) => item[own]) : data[own]];
    }),
  );

test("both versions read the writes of each other, including drafts, under the name that they know", async () => {
  for (const [at, { client, title: own, tags: links }] of sides.entries()) {
    const created = await client.post("/api/page", { [own]: `made ${at}`, [links]: [tag] });
    const path = `/api/page/${created.json.data?.id}`;
    const updated = await client.put(path, { [own]: `changed ${at}` });
    expect([created.status, updated.status]).toEqual([201, 200]);
    for (const { client: other, title: theirs, tags: theirLinks } of sides) {
      const draft = await other.put(`${path}?draft=true`, { [theirs]: `draft by ${theirs} of ${at}` });

      expect([draft.status, draft.json.data[theirLinks]]).toEqual([200, [tag]]);
      expect(await titles(`${path}?draft=true`)).toEqual(sides.map(() => [200, `draft by ${theirs} of ${at}`]));
      expect(await titles(`/api/page?draft=true&filter[id]=${created.json.data.id}`)).toEqual(
        sides.map(() => [200, [`draft by ${theirs} of ${at}`]]),
      );
      expect(await titles(path)).toEqual(sides.map(() => [200, `changed ${at}`]));
    }
    const published = await sides[1 - at]!.client.post(`${path}/publish`);

    expect(published.status).toBe(200);
    expect(await titles(path)).toEqual(sides.map(() => [200, `draft by headline of ${at}`]));
  }
});

test("filters, histories, translations, globals and deletes work in both versions", async () => {
  for (const { client, title: own, tags: links, theme } of sides) {
    const created = await client.post("/api/page", { [own]: `whole ${own}`, [links]: [tag] });
    const path = `/api/page/${created.json.data.id}`;
    const found = await client.get(`/api/page?filter[${own}][$contains]=whole&filter[${links}][$has]=${tag}&sort=${own}`);
    const [version] = (await client.get(`${path}/versions`)).json.data;
    const answers = await Promise.all([
      client.get(`${path}/versions/${version.id}`),
      client.post(`${path}/translate`, { locale: "de" }),
      client.post(`${path}/versions/${version.id}/restore?publish=true`),
      client.put("/api/settings", { [theme]: own }),
    ]);
    const settings = await Promise.all(sides.map(async (side) => (await side.client.get("/api/settings")).json.data[side.theme]));
    const removed = await client.delete(path);

    expect(found.json.data.map((item: Record<string, unknown>) => item[own])).toEqual([`whole ${own}`]);
    expect(answers.map(({ status }) => status)).toEqual([200, 201, 200, 200]);
    expect([settings, removed.status]).toEqual([[own, own], 200]);
  }
});

test("a draft keeps the newer version's new field and the older version's dropped field, whichever saves it", async () => {
  const [old, now] = sides.map(({ client }) => client);
  const created = await old!.post("/api/page", { title: "begun" });
  const path = `/api/page/${created.json.data.id}?draft=true`;

  await now!.put(path, { lead: "new words" });
  await old!.put(path, { note: "old words" });
  await now!.put(path, { headline: "by the newer" });
  await old!.put(path, { title: "by the older" });

  expect(await titles(path)).toEqual(sides.map(() => [200, "by the older"]));
  const [seenByOld, seenByNow] = await Promise.all([old!.get(path), now!.get(path)]);
  expect([seenByOld.json.data.note, seenByNow.json.data.lead]).toEqual(["old words", "new words"]);
});

test("the newer version has its new field, and the older one the dropped field until it ends", async () => {
  const [old, now] = sides.map(({ client }) => client);
  const created = await old!.post("/api/page", { title: "both", note: "kept" });
  const path = `/api/page/${created.json.data.id}`;

  const led = await now!.put(path, { lead: "first" });
  const noted = await old!.get(path);
  await older!.stop();
  older = undefined;
  await eventually(() => finishChange(newer!.database), { everyMs: 100 });
  while (await finishChange(newer!.database));
  const after = await now!.get(path);

  expect([led.json.data.lead, noted.json.data.note, after.json.data]).toEqual([
    "first",
    "kept",
    expect.objectContaining({ headline: "both", lead: "first" }),
  ]);
  const columns = "select column_name from information_schema.columns where table_name = 'page' and column_name in ('note', 'title')";
  expect(await newer!.database.run({ text: columns })).toEqual([]);
});
