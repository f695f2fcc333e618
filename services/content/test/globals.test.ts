import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { EntityDefinition } from "@colophon/config";
import { startService, type Client, type TestService } from "./support/service.ts";
import { magazine } from "./support/magazine.ts";

const footer: EntityDefinition = {
  name: "footer",
  global: true,
  versions: true,
  fields: [
    { name: "motto", type: "text", default: "it's ours", required: true },
    { name: "columns", type: "number", default: 3, required: true },
    { name: "sides", type: "select", options: ["left", "right"], multiple: true, default: ["left"] },
    { name: "place", type: "object", fields: [{ name: "city", type: "text", default: "Basel" }], default: {} },
    {
      name: "parts",
      type: "blocks",
      blocks: [{ name: "line", fields: [{ name: "text", type: "text" }] }],
      default: [{ _type: "line", text: "a" }],
    },
    { name: "empty", type: "text" },
  ],
};

let service: TestService;
let admin: Client;

beforeAll(async () => {
  service = await startService({ ...magazine, entities: [...magazine.entities, footer] });
  admin = service.as("admin");
});
afterAll(() => service?.stop());

test("a global with optional fields only is seeded, one with required fields is not", async () => {
  const seeded = await admin.get("/api/theme");
  const unsaved = await admin.get("/api/settings");

  expect(seeded.json.data).toEqual({
    id: expect.any(String),
    _type: "theme",
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
    publishedAt: expect.any(String),
    color: null,
    _createdBy: null,
    _updatedBy: null,
  });
  expect([unsaved.status, unsaved.json]).toEqual([200, { data: null }]);
});

test("a global whose required fields have defaults is seeded with them", async () => {
  const seeded = await admin.get("/api/footer");

  expect(seeded.json.data).toMatchObject({
    motto: "it's ours",
    columns: 3,
    sides: ["left"],
    place: { city: "Basel" },
    parts: [{ _type: "line", text: "a" }],
    empty: null,
    _status: "published",
  });
});

test("a first save must contain the required fields, and If-Match matches nothing", async () => {
  const lacking = await admin.put("/api/settings", { motto: "x" });
  const matching = await admin.put("/api/settings", { siteName: "x" }, { "if-match": '"1.abc"' });

  expect([lacking.status, lacking.json.error.details]).toEqual([400, [{ field: "siteName", message: expect.any(String) }]]);
  expect(matching.status).toBe(412);
});

test("fifty simultaneous first saves create one row, and all of them succeed", async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => admin.put("/api/settings", { siteName: `Site ${n}` })));
  const rows = await service.database.run({ text: "select id, version from content.settings" });

  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
  expect(new Set(answers.map(({ json }) => json.data.id)).size).toBe(1);
  expect(rows).toEqual([{ id: answers[0]?.json.data.id, version: 50 }]);
});

test("later saves change only the given fields, with If-Match", async () => {
  await admin.put("/api/settings", { siteName: "Kept", motto: "old" });
  const etag = (await admin.get("/api/settings")).headers.get("etag") ?? "";

  const saved = await admin.patch("/api/settings", { motto: "new" }, { "if-match": etag });
  const stale = await admin.put("/api/settings", { motto: "newer" }, { "if-match": etag });

  expect(saved.json.data).toMatchObject({ _type: "settings", siteName: "Kept", motto: "new" });
  expect(stale.status).toBe(412);
});

test("reading needs read, saving needs update; create and delete have no effect", async () => {
  const editor = service.as("editor");
  const writer = service.as("writer");

  const answers = await Promise.all([
    editor.get("/api/settings"),
    editor.put("/api/settings", { motto: "by the editor" }),
    editor.get("/api/theme"),
    writer.get("/api/settings"),
    writer.put("/api/settings", { motto: "x" }),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 403, 403, 403]);
});
