import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ConfigDefinition } from "@colophon/config";
import { startPostgres } from "../../../tests/support/servers/postgres.ts";
import type { TestPostgres } from "../../../tests/support/servers/postgres-server.ts";
import { startService, type Client, type Reply, type TestService } from "./support/service.ts";

const site = (options: readonly string[]): ConfigDefinition => ({
  locales: ["en", "de", "it"],
  entities: [
    {
      name: "event",
      translatable: true,
      fields: [
        { name: "title", type: "text" },
        { name: "flag", type: "boolean", shared: true },
        { name: "kind", type: "select", options: [...options], shared: true },
      ],
      trash: true,
    },
  ],
  roles: [{ name: "admin", isAdmin: true }],
});

let postgres: TestPostgres;
let service: TestService | undefined;
beforeAll(async () => {
  postgres = await startPostgres({ migrated: true });
});
afterAll(async () => {
  await service?.stop();
  await postgres?.stop();
});

const kindOf = ({ status, json }: Reply) => [status, json.data?.kind ?? json.error];
const joined = async (admin: Client, { translationGroup }: { readonly translationGroup: string }) =>
  kindOf(await admin.post("/api/event", { locale: "it", translationGroup }));
async function restored(admin: Client, id: string) {
  await admin.delete(`/api/event/${id}`);
  return kindOf(await admin.post(`/api/event/${id}/restore`));
}

test("a shared value that a changed configuration no longer accepts doesn't prevent a change of another one", async () => {
  const before = await startService(site(["fair", "ball"]), { on: postgres });
  const { data: english } = (await before.as("admin").post("/api/event", { title: "a", flag: false, kind: "ball" })).json;
  const { data: german } = (await before.as("admin").post(`/api/event/${english.id}/translate`, { locale: "de" })).json;
  await before.stop();
  service = await startService(site(["fair"]), { on: postgres });
  const admin = service.as("admin");

  const saved = await admin.put(`/api/event/${english.id}`, { flag: true });
  const refused = await admin.put(`/api/event/${english.id}`, { kind: "circus" });

  expect([saved.status, saved.json.error]).toEqual([200, undefined]);
  expect((await admin.get(`/api/event/${german.id}`)).json.data).toMatchObject({ flag: true, kind: "ball" });
  expect([await joined(admin, english), await restored(admin, german.id)]).toEqual([
    [201, "ball"],
    [200, "ball"],
  ]);
  expect([refused.status, refused.json.error.details]).toEqual([400, [expect.objectContaining({ field: "kind" })]]);
});
