import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startService, type Client, type TestService } from "./support/service.ts";

let service: TestService;
let admin: Client;
let other: Client;
beforeAll(async () => {
  service = await startService({
    entities: [
      {
        name: "note",
        versions: { limit: 5 },
        fields: [
          { name: "title", type: "text" },
          { name: "body", type: "text" },
        ],
      },
      { name: "plain", fields: [{ name: "title", type: "text" }] },
      { name: "notice", global: true, versions: true, fields: [{ name: "title", type: "text" }] },
    ],
    roles: [{ name: "admin", isAdmin: true }],
  });
  admin = service.as("admin", service.adminId);
  other = service.as("admin", service.adminId);
});
afterAll(() => service?.stop());

interface Version {
  readonly id: string;
  readonly number: number;
  readonly status: string;
}

async function made(body: object = { title: "first" }): Promise<string> {
  return `/api/note/${(await admin.post("/api/note", body)).json.data.id}`;
}
const autosave = (path: string, body: object, client = admin) => client.put(`${path}?draft=true&autosave=true`, body);
const versions = async (path: string): Promise<readonly Version[]> => (await admin.get(`${path}/versions`)).json.data;
const numbers = async (path: string) => (await versions(path)).map(({ number }) => number);

test("automatic saves of one session are one version with the newest content, and remove no others from the history", async () => {
  const path = await made();
  for (const title of ["second", "third"]) await admin.put(path, { title });

  for (let n = 1; n <= 22; n++) expect((await autosave(path, { title: `typed ${n}` })).status).toBe(200);

  const [newest] = await versions(path);
  const shown = await admin.get(`${path}/versions/${newest?.id}`);
  expect(await numbers(path)).toEqual([4, 3, 2, 1]);
  expect(shown.json.data.data).toMatchObject({ title: "typed 22" });
  expect((await admin.get(`${path}?draft=true`)).json.data).toMatchObject({ title: "typed 22", _status: "modified" });
});

test("each save has an ETag of its own, and a save with an earlier one is refused", async () => {
  const path = await made();
  const first = await autosave(path, { title: "a" });
  const second = await autosave(path, { title: "b" });

  const late = await admin.put(`${path}?draft=true&autosave=true`, { title: "c" }, { "if-match": first.headers.get("etag") ?? "" });

  expect(first.headers.get("etag")).not.toBe(second.headers.get("etag"));
  expect(late.status).toBe(412);
});

test("a save that isn't automatic, another session, and a publication in between begin a new version", async () => {
  const path = await made();
  await autosave(path, { title: "a" });
  await admin.put(`${path}?draft=true`, { title: "asked for" });
  await autosave(path, { title: "b" });
  await autosave(path, { title: "c" }, other);
  await autosave(path, { title: "d" });
  const beforeLive = await numbers(path);
  await admin.put(path, { body: "live" });
  await autosave(path, { title: "e" });

  expect(beforeLive).toEqual([6, 5, 4, 3, 1]);
  expect((await numbers(path))[0]).toBe(8);
});

test("the publication of a draft marks its version, and the next automatic save begins another", async () => {
  const path = await made();
  await autosave(path, { title: "a" });
  await admin.post(`${path}/publish`);
  const [published] = await versions(path);
  await autosave(path, { title: "b" });
  await admin.post(`${path}/unpublish`);
  await autosave(path, { title: "c" });

  expect(published).toMatchObject({ number: 2, status: "published" });
  expect((await versions(path)).map(({ number, status }) => [number, status])).toEqual([
    [3, "draft"],
    [2, "published"],
    [1, "published"],
  ]);
});

test("after ten minutes, a new version begins", async () => {
  const path = await made();
  await autosave(path, { title: "a" });
  await service.database.run(
    { text: "update cms.versions set autosave_since = autosave_since - interval '10 minutes' where record_id = $1" },
    [path.split("/").at(-1)],
  );

  await autosave(path, { title: "b" });

  expect(await numbers(path)).toEqual([3, 2, 1]);
});

test("a global's draft is saved automatically too; without draft=true the parameter is refused", async () => {
  await admin.put("/api/notice", { title: "a" });
  for (const title of ["b", "c"]) await autosave("/api/notice", { title });
  const refused = await Promise.all([admin.put("/api/notice?autosave=true", {}), admin.post("/api/plain?autosave=true", {})]);

  expect(await versions("/api/notice")).toHaveLength(2);
  expect(refused.map(({ status, json }) => [status, json.error.details[0].field])).toEqual([
    [400, "autosave"],
    [400, "autosave"],
  ]);
});
