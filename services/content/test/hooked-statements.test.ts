import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { EntityDefinition, HookName } from "@colophon/config";
import { startService, type Client, type TestService } from "./support/service.ts";

const BEFORE = ["beforeValidate", "beforeCreate", "beforeUpdate", "beforeDelete", "beforePublish", "beforeUnpublish"] as const;
const AFTER = ["afterCreate", "afterUpdate", "afterDelete", "afterPublish", "afterUnpublish"] as const;

/** Hooks that take no statements. */
const hooksOf = (names: readonly HookName[]) => Object.fromEntries(names.map((name) => [name, () => undefined]));

const HOOKS = { none: [], before: BEFORE, after: AFTER, both: [...BEFORE, ...AFTER] } as const;
type Hooked = keyof typeof HOOKS;
const KINDS = Object.keys(HOOKS) as readonly Hooked[];

const entityWith = (name: string, hooked: Hooked, versions: boolean): EntityDefinition => ({
  name: `${name}-${hooked}`,
  versions,
  fields: [{ name: "title", type: "text", required: true }, ...(versions ? [{ name: "slug", type: "slug", from: "title" } as const] : [])],
  hooks: hooksOf(HOOKS[hooked]),
});

let service: TestService;
let admin: Client;
let statements = 0;

beforeAll(async () => {
  service = await startService(
    {
      entities: KINDS.flatMap((hooked) => [entityWith("note", hooked, false), entityWith("page", hooked, true)]),
      roles: [{ name: "admin", isAdmin: true }],
    },
    { onStatement: () => void statements++ },
  );
  admin = service.as("admin");
});
afterAll(() => service?.stop());

/** The number of statements that the request takes. */
async function during(request: Promise<{ status: number }>): Promise<number> {
  statements = 0;
  const { status } = await request;
  expect([200, 201]).toContain(status);
  return statements;
}

/** How many statements each write takes, in this order. */
async function countsOf(entity: string, versions: boolean): Promise<Record<string, number>> {
  const make = async () => (await admin.post(`/api/${entity}`, { title: "Old" })).json.data.id;
  const [id, first, second] = [await make(), await make(), await make()];
  const bulk = (action: string, data?: object) =>
    admin.post(`/api/${entity}/bulk`, { action, ids: [first, second], ...(data && { data }) });
  const counts: Record<string, number> = {
    create: await during(admin.post(`/api/${entity}`, { title: "New" })),
    update: await during(admin.put(`/api/${entity}/${id}`, { title: "New" })),
    "bulk update of two": await during(bulk("update", { title: "New" })),
  };
  if (versions) {
    counts["draft"] = await during(admin.put(`/api/${entity}/${id}?draft=true`, { title: "Draft" }));
    counts["publish"] = await during(admin.post(`/api/${entity}/${id}/publish`));
    counts["unpublish"] = await during(admin.post(`/api/${entity}/${id}/unpublish`));
    const history = (await admin.get(`/api/${entity}/${id}/versions`)).json.data;
    counts["restore"] = await during(admin.post(`/api/${entity}/${id}/versions/${history.at(-1).id}/restore`));
    counts["restore and publish"] = await during(admin.post(`/api/${entity}/${id}/versions/${history.at(-1).id}/restore?publish=true`));
  }
  counts["delete"] = await during(admin.delete(`/api/${entity}/${id}`));
  counts["bulk delete of two"] = await during(bulk("delete"));
  return counts;
}

test.each([
  ["without hooks", "none", { create: 1, update: 1, "bulk update of two": 8, delete: 1, "bulk delete of two": 8 }],
  ["with before-hooks", "before", { create: 3, update: 4, "bulk update of two": 10, delete: 4, "bulk delete of two": 10 }],
  ["with after-hooks", "after", { create: 1, update: 1, "bulk update of two": 8, delete: 4, "bulk delete of two": 10 }],
  ["with both", "both", { create: 3, update: 4, "bulk update of two": 10, delete: 4, "bulk delete of two": 10 }],
] as const)("the statements of writes %s", async (_, hooked, expected) => {
  expect(await countsOf(`note-${hooked}`, false)).toEqual(expected);
});

test.each([
  ["without hooks", "none", { draft: 1, publish: 2, unpublish: 1, restore: 2, "restore and publish": 6 }],
  ["with before-hooks", "before", { draft: 5, publish: 5, unpublish: 4, restore: 5, "restore and publish": 9 }],
  ["with after-hooks", "after", { draft: 1, publish: 2, unpublish: 1, restore: 2, "restore and publish": 6 }],
  ["with both", "both", { draft: 5, publish: 5, unpublish: 4, restore: 5, "restore and publish": 9 }],
] as const)("the statements of writes of drafts %s", async (_, hooked, expected) => {
  expect(await countsOf(`page-${hooked}`, true)).toMatchObject(expected);
});
