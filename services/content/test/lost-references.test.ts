/** Writes that refer to records that don't exist. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ConfigDefinition } from "@colophon/config";
import { startService, type Client, type TestService } from "./support/service.ts";

const site: ConfigDefinition = {
  entities: [
    { name: "person", fields: [{ name: "name", type: "text" }] },
    {
      name: "article",
      fields: [
        { name: "author", type: "relation", to: "person" },
        { name: "editor", type: "relation", to: "person" },
        { name: "readers", type: "relation", to: "person", many: true },
        { name: "secretary", type: "relation", to: "person" },
        { name: "rows", type: "array", of: { type: "object", fields: [{ name: "by", type: "relation", to: "person" }] } },
      ],
    },
    {
      name: "hooked",
      fields: [
        { name: "author", type: "relation", to: "person" },
        { name: "editor", type: "relation", to: "person" },
      ],
      hooks: { beforeCreate: () => undefined },
    },
  ],
  roles: [{ name: "admin", isAdmin: true }],
};

const [GONE, OTHER] = ["01890a5d-ac96-774b-bcce-b302099a8057", "01890a5d-ac96-774b-bcce-b302099a8058"];
let service: TestService;
let admin: Client;
beforeAll(async () => {
  service = await startService(site);
  admin = service.as("admin");
});
afterAll(() => service?.stop());

async function fieldsOf(answer: Promise<{ status: number; json: any }>): Promise<readonly string[]> {
  const { status, json } = await answer;
  expect([status, json.error.code]).toEqual([400, "VALIDATION_ERROR"]);
  return json.error.details.map(({ field }: { field: string }) => field).toSorted();
}

test("all references without a record are named at once, in a new record, an update and with hooks", async () => {
  const { id: ann } = (await admin.post("/api/person", { name: "Ann" })).json.data;
  const { id } = (await admin.post("/api/article", { author: ann })).json.data;
  const wrong = { author: GONE, editor: OTHER, secretary: ann, readers: [ann, GONE] };

  expect(await fieldsOf(admin.post("/api/article", wrong))).toEqual(["author", "editor", "readers.1"]);
  expect(await fieldsOf(admin.put(`/api/article/${id}`, wrong))).toEqual(["author", "editor", "readers.1"]);
  expect(await fieldsOf(admin.post("/api/hooked", { author: GONE, editor: OTHER }))).toEqual(["author", "editor"]);
});

test("one reference without a record is named alone", async () => {
  const { id: ann } = (await admin.post("/api/person", { name: "Ann" })).json.data;

  expect(await fieldsOf(admin.post("/api/article", { author: ann, editor: GONE }))).toEqual(["editor"]);
});
