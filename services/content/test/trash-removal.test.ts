import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createRemovals } from "@colophon/database";
import { MANY_REFERRERS } from "@colophon/engine";
import { startService, type Client, type TestService } from "./support/service.ts";
import { trashSite } from "./support/trash-site.ts";

let service: TestService;
let admin: Client;
beforeAll(async () => {
  service = await startService(trashSite);
  admin = service.as("admin");
});
afterAll(() => service?.stop());

const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) => service.database.run<Row>({ text }, values);
const empty = () => service.content.trash.empty(new AbortController().signal);

async function made(entity: string, body: object): Promise<string> {
  return (await admin.post(`/api/${entity}`, body)).json.data.id;
}
async function trashed(entity: string, body: object, daysAgo = 0): Promise<string> {
  const id = await made(entity, body);
  await admin.delete(`/api/${entity}/${id}`);
  await query("update cms.trash set trashed_at = now() - make_interval(days => $2) where id = $1", [id, daysAgo]);
  return id;
}
const isThere = async (entity: string, id: string) => (await admin.get(`/api/${entity}/${id}?trashed=true`)).status === 200;

test("after its days a record is removed with its versions; each entity has its own number of days", async () => {
  const [old, young] = [await trashed("article", { title: "Old" }, 31), await trashed("article", { title: "Young" }, 29)];
  const [week, day] = [await trashed("section", { name: "Week" }, 8), await trashed("section", { name: "Day" }, 6)];

  await empty();

  expect([await isThere("article", old), await isThere("article", young)]).toEqual([false, true]);
  expect([await isThere("section", week), await isThere("section", day)]).toEqual([false, true]);
  expect(await query("select id from cms.versions where record_id = $1", [old])).toEqual([]);
  expect(await query("select id from content.article where id = $1", [old])).toEqual([]);
});

test("two simultaneous replicas remove all expired records in batches, each once", async () => {
  await query(`with made as (insert into content.section (id, version, created_at, updated_at, name)
    select gen_random_uuid(), 1, now(), now(), 'batch' from generate_series(1, 250) returning id)
    insert into cms.trash (id, entity, trashed_at, published_at, data) select id, 'section', now() - interval '8 days', now(), '{}' from made`);

  await Promise.all([empty(), empty()]);

  expect(await query("select id from content.section where name = 'batch'")).toEqual([]);
  expect(await query("select id from cms.trash where entity = 'section' and trashed_at < now() - interval '7 days'")).toEqual([]);
});

test("a record that restrict keeps stays in the trash, and doesn't prevent the removal of others", async () => {
  const held = await made("section", { name: "Held" });
  const page = await made("page", { section: held });
  await admin.delete(`/api/section/${held}`);
  await made("pin", { page });
  await query("update cms.trash set trashed_at = now() - interval '9 days' where id = $1", [held]);
  const other = await trashed("section", { name: "Other" }, 8);

  await empty();

  expect([await isThere("section", held), await isThere("section", other)]).toEqual([true, false]);
  expect((await admin.delete(`/api/section/${held}?permanent=true`)).status).toBe(409);
  expect(service.lines.some((line) => line.includes(held))).toBe(true);
});

test("a record that was restored, or moved into the trash again, is not removed by a process with older data", async () => {
  const id = await trashed("section", { name: "Back" }, 8);
  const plan = service.content.trash;
  await admin.post(`/api/section/${id}/restore`);
  await admin.delete(`/api/section/${id}`);

  await plan.empty(new AbortController().signal);

  expect(await isThere("section", id)).toBe(true);
});

test("a record that was deleted from the trash with another record is removed with its versions", async () => {
  const page = await made("page", {});
  const leaf = await trashed("leaf", { page }, 31);
  expect((await admin.delete(`/api/page/${page}`)).status).toBe(200);
  expect((await admin.post(`/api/leaf/${leaf}/restore`)).status).toBe(404);

  await empty();

  expect(await query("select id from cms.trash where id = $1 union all select id from cms.versions where record_id = $1", [leaf])).toEqual(
    [],
  );
});

test("a record in the trash with many references is removed in the background", async () => {
  const id = await trashed("section", { name: "Popular" });
  await query(
    `insert into content.link (id, version, created_at, updated_at, published_at, title, section)
    select gen_random_uuid(), 1, now(), now(), now(), 'many', $1::uuid from generate_series(1, ${MANY_REFERRERS + 1})`,
    [id],
  );

  expect((await admin.delete(`/api/section/${id}?permanent=true`)).json).toEqual({ data: { id } });
  expect(await isThere("section", id)).toBe(false);
  expect((await admin.post(`/api/section/${id}/restore`)).status).toBe(404);
  await createRemovals(service).finish();

  expect(await query("select id from content.section where id = $1 union all select id from cms.trash where id = $1", [id])).toEqual([]);
  expect(await query("select count(*)::int as n from content.link where section is not null and title = 'many'")).toEqual([{ n: 0 }]);
});

test("simultaneous moves, changes and publishes never leave a record partly in the trash", async () => {
  for (let round = 0; round < 15; round++) {
    const id = await made("article", { title: `Race ${round}`, code: `race-${round}` });
    await admin.put(`/api/article/${id}?draft=true`, { title: "Pending" });

    const [moved, again, ...others] = await Promise.all([
      admin.delete(`/api/article/${id}`),
      admin.delete(`/api/article/${id}`),
      admin.put(`/api/article/${id}`, { title: "Changed" }),
      admin.put(`/api/article/${id}?draft=true`, { title: "Saved" }),
      admin.post(`/api/article/${id}/publish`),
      admin.post(`/api/article/${id}/unpublish`),
    ]);

    expect([moved.status, again.status].toSorted()).toEqual([200, 404]);
    for (const { status } of others) expect([200, 404, 409]).toContain(status);
    const rows = await query("select published_at, code from content.article where id = $1", [id]);
    expect(rows).toEqual([{ published_at: null, code: null }]);
    expect(await query("select field from cms.draft_claims where record_id = $1", [id])).toEqual([]);
    const restored = await Promise.all([admin.post(`/api/article/${id}/restore`), admin.post(`/api/article/${id}/restore`)]);
    expect(restored.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect((await admin.get(`/api/article/${id}?draft=true`)).json.data.code).toBe(`race-${round}`);
  }
});

test("of a simultaneous restoration and removal, one succeeds", async () => {
  for (let round = 0; round < 15; round++) {
    const id = await trashed("section", { name: `Once ${round}` });

    const [restored, removed] = await Promise.all([
      admin.post(`/api/section/${id}/restore`),
      admin.delete(`/api/section/${id}?permanent=true`),
    ]);

    expect([200, 404]).toContain(restored.status);
    const live = (await admin.get(`/api/section/${id}`)).status;
    expect([restored.status, removed.status, live]).not.toEqual([404, 404, 404]);
    expect(live === 200).toBe(restored.status === 200 && removed.status === 404);
    expect(await isThere("section", id)).toBe(false);
  }
});
