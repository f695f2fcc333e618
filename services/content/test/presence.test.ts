import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ConfigDefinition } from "@colophon/config";
import { newId } from "@colophon/database";
import { createPresenceStore } from "../src/presence/presence-store.ts";
import { startService, type Client, type TestService } from "./support/service.ts";

const site: ConfigDefinition = {
  entities: [
    {
      name: "note",
      versions: true,
      fields: [
        { name: "title", type: "text" },
        { name: "state", type: "text" },
        { name: "secret", type: "text" },
        { name: "never", type: "text", hidden: true },
        {
          name: "parts",
          type: "blocks",
          blocks: [
            {
              name: "link",
              fields: [
                { name: "text", type: "text" },
                { name: "target", type: "relation", to: "vault" },
              ],
            },
          ],
        },
        { name: "seo", type: "object", fields: [{ name: "tags", type: "array", of: { type: "text" } }] },
      ],
    },
    { name: "vault", fields: [{ name: "title", type: "text" }] },
    { name: "settings", global: true, fields: [{ name: "title", type: "text" }] },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    {
      name: "writer",
      permissions: {
        note: { read: { filter: { state: { $ne: "gone" } }, fields: { exclude: ["secret"] } }, update: { filter: { state: "open" } } },
      },
    },
    { name: "reader", permissions: { note: { read: { filter: { state: "open" } } } } },
    { name: "guest", public: true, permissions: { note: { read: true } } },
  ],
};

interface Entry {
  readonly user: { readonly id: string; readonly name: string | null } | null;
  readonly since: string;
  readonly editing: string | null;
}

let service: TestService;
let admin: Client;
let ines: string;
let ed: string;

beforeAll(async () => {
  service = await startService(site);
  admin = service.as("admin", service.adminId);
  const person = async (name: string) =>
    (await admin.post("/api/_user", { email: `${name}@example.com`, name, role: "writer" })).json.data.id;
  [ines, ed] = [await person("Ines"), await person("Ed")];
});

afterAll(() => service.stop());

async function noteIn(state: string, { draft = false } = {}): Promise<string> {
  const { json } = await admin.post(`/api/note${draft ? "?draft=true" : ""}`, { title: "A", state });
  return `/api/note/${json.data.id}/presence`;
}
const entriesOf = async (client: Client, path: string, editing?: string): Promise<readonly Entry[]> =>
  (await client.post(path, { ...(editing !== undefined && { editing }) })).json.data;

test("a user who opens a record sees who else has it open, since when, and in which field", async () => {
  const path = await noteIn("open");
  const [first, second] = [service.as("writer", ines), service.as("writer", ed)];

  const before = await entriesOf(first, path, "parts.0.text");
  const both = await entriesOf(second, path);
  const later = await entriesOf(first, path, "seo.tags.1");

  expect(before).toEqual([{ user: { id: ines, name: "Ines" }, since: expect.stringMatching(/Z$/), editing: "parts.0.text" }]);
  expect(both.map(({ user, editing }) => [user?.name, editing])).toEqual([
    ["Ines", "parts.0.text"],
    ["Ed", null],
  ]);
  expect(later.map(({ user, editing, since }) => [user?.name, editing, since])).toEqual([
    ["Ines", "seo.tags.1", before[0]?.since],
    ["Ed", null, both[1]?.since],
  ]);
  expect(await entriesOf(first, await noteIn("open"))).toHaveLength(1); // each record by itself
  expect((await second.post(path)).status).toBe(200); // no member is required
});

test("names are visible only to callers who may update the record; addresses never", async () => {
  const path = await noteIn("open");
  const closed = await noteIn("closed");
  for (const at of [path, closed]) await entriesOf(service.as("writer", ines), at, "title");

  const seen = await service.as("reader").post(path, {});
  const mine = await service.as("writer", ed).post(closed, {});

  expect(seen.json.data.map(({ user, editing }: Entry) => [user, editing])).toEqual([
    [null, "title"],
    [null, null],
  ]);
  expect(mine.json.data.map(({ user }: Entry) => user)).toEqual([null, null]);
  expect(`${seen.text}${mine.text}`).not.toMatch(/Ines|example\.com/);
  expect((await admin.post(path, {})).text).not.toMatch(/example\.com/);
});

test("the field is visible only to callers who may read it", async () => {
  const path = await noteIn("open");
  await entriesOf(admin, path, "secret");
  await entriesOf(service.as("admin", ines), path, "parts.2.target");

  const entries = await entriesOf(service.as("writer", ed), path);

  expect(entries.map(({ editing }) => editing)).toEqual([null, null, null]);
});

test("a field that the caller can't read is refused like an unknown one", async () => {
  const path = await noteIn("open");
  const writer = service.as("writer", ed);
  const refusal = async (editing: unknown) => {
    const { status, json } = await writer.post(path, { editing });
    return [status, json.error?.details];
  };
  const unknown = [400, [{ field: "editing", message: "must be the dotted path of a field" }]];

  for (const editing of ["nothing", "secret", "never", "parts.0.target", "parts.x", "title.more", "<b>", "__proto__"])
    expect([editing, await refusal(editing)]).toEqual([editing, unknown]);
  expect((await writer.post(path, { editing: 5 })).status).toBe(400);
  expect((await writer.post(path, { other: 1 })).status).toBe(400);
});

test("presence needs a session with read on the record, or on its draft; API keys are 403, anonymous 401, other rows 404", async () => {
  const path = await noteIn("open");
  const gone = await noteIn("gone");
  const draft = await noteIn("open", { draft: true });
  const statusOf = async (client: Client, at: string) => (await client.post(at, {})).status;
  const [writer, reader] = [service.as("writer", ed), service.as("reader")];

  expect(await Promise.all([path, gone, draft].map((at) => statusOf(writer, at)))).toEqual([200, 404, 200]);
  expect(await Promise.all([path, gone, draft].map((at) => statusOf(reader, at)))).toEqual([200, 404, 404]);
  expect(await statusOf(service.asKey("admin"), path)).toBe(403);
  expect(await statusOf(service.anonymous(), path)).toBe(401);
  expect(await statusOf(writer, `/api/vault/${newId()}/presence`)).toBe(403);
  expect(await statusOf(admin, `/api/note/${newId()}/presence`)).toBe(404);
  expect(await statusOf(admin, "/api/note/nonsense/presence")).toBe(404);
  expect(await statusOf(admin, `/api/settings/${newId()}/presence`)).toBe(404);
  expect((await admin.get(path)).status).toBe(405);
});

test("presence ends after 40 s", async () => {
  let now = Date.parse("2026-01-01T00:00:00.000Z");
  const store = createPresenceStore({ redis: service.redis, now: () => new Date(now) });
  const note = (userId: string) => store.note("note:1", `session of ${userId}`, { userId, editing: null });

  await note("a");
  now += 20_000;
  await note("b");
  now += 19_999;
  const three = await note("c");
  now += 1;
  const two = await note("c");

  expect(three.map(({ userId }) => userId)).toEqual(["a", "b", "c"]);
  expect(two.map(({ userId }) => userId)).toEqual(["b", "c"]);
  expect(await service.redis.client.hlen("cms:presence:note:1")).toBe(2);
  expect(await service.redis.client.pttl("cms:presence:note:1")).toBeLessThanOrEqual(40_000);
});

test("without Redis, presence is empty", async () => {
  const path = await noteIn("open");
  await service.redis.close();

  const { status, json } = await admin.post(path, { editing: "title" });

  expect([status, json]).toEqual([200, { data: [] }]);
});
