import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { HookError, HOOK_NAMES, type ConfigDefinition, type Hook, type HookContext, type HookName } from "@colophon/config";
import { startService, type Client, type TestService } from "./support/service.ts";

const hooks: Partial<Record<HookName, Hook>> = {};
const forwarding = Object.fromEntries(HOOK_NAMES.map((name) => [name, (context: HookContext) => hooks[name]?.(context)]));
const fields = [
  { name: "title", type: "text", required: true },
  { name: "stamp", type: "text" },
] as const;
const site: ConfigDefinition = {
  locales: ["en", "de"],
  entities: [
    { name: "post", versions: true, translatable: true, fields, hooks: forwarding },
    { name: "banner", global: true, versions: true, fields, hooks: forwarding },
  ],
  roles: [{ name: "admin", isAdmin: true }],
};

interface Seen {
  readonly name: HookName;
  readonly context: HookContext;
}

let service: TestService;
let admin: Client;
let seen: Seen[] = [];

beforeAll(async () => {
  service = await startService(site);
  admin = service.as("admin");
});
afterAll(() => service?.stop());
beforeEach(() => {
  seen = [];
  for (const name of HOOK_NAMES) delete hooks[name];
});

/** Records every hook from now on, except those of reads. */
function watch(): void {
  seen = [];
  for (const name of HOOK_NAMES.filter((name) => name !== "afterRead")) hooks[name] = (context) => void seen.push({ name, context });
}

const calls = () => seen.map(({ name, context }) => [name, context.operation, context.draft]);
const contextOf = (name: HookName) => seen.find((seen) => seen.name === name)?.context;
const make = async (path: string, body: object) => (await admin.post(`/api/${path}`, body)).json.data;

test("draft saves run the create and update hooks with draft: true", async () => {
  watch();
  const { id } = await make("post?draft=true", { title: "a" });
  await admin.put(`/api/post/${id}?draft=true`, { title: "b" });

  expect(calls()).toEqual([
    ["beforeValidate", "create", true],
    ["beforeCreate", "create", true],
    ["afterCreate", "create", true],
    ["beforeValidate", "update", true],
    ["beforeUpdate", "update", true],
    ["afterUpdate", "update", true],
  ]);
  expect(contextOf("beforeUpdate")).toMatchObject({ id, data: { title: "b" }, existing: { title: "a", _status: "draft" }, locale: "en" });
  expect(contextOf("afterUpdate")).toMatchObject({ id, record: { title: "b" } });
});

test("hooks of a create get the record's language, also if it is the default", async () => {
  watch();
  const { locale } = await make("post", { title: "a" });
  const calls = seen.map(({ context }) => context.locale);
  watch();
  await make("post", { title: "b", locale: "de" });

  expect(calls).toEqual([locale, locale, locale]);
  expect(seen.map(({ context }) => context.locale)).toEqual(["de", "de", "de"]);
});

test("publishing and unpublishing run their own hooks with data, existing, record and id", async () => {
  const { id } = await make("post", { title: "live" });
  await admin.put(`/api/post/${id}?draft=true`, { title: "pending" });
  watch();
  await admin.post(`/api/post/${id}/publish`);
  await admin.post(`/api/post/${id}/unpublish`);

  expect(calls()).toEqual([
    ["beforePublish", "publish", false],
    ["afterPublish", "publish", false],
    ["beforeUnpublish", "unpublish", false],
    ["afterUnpublish", "unpublish", false],
  ]);
  expect(contextOf("beforePublish")).toMatchObject({
    id,
    data: { title: "pending" },
    existing: { title: "live" },
    record: { title: "live" },
  });
  expect(contextOf("afterPublish")).toMatchObject({ id, record: { title: "pending", _status: "published" } });
  expect(contextOf("beforeUnpublish")).toMatchObject({ id, data: { title: "pending" }, existing: { _status: "published" } });
  expect(contextOf("afterUnpublish")).toMatchObject({ id, record: { title: "pending", publishedAt: null } });
});

test("a restore as a draft runs the update hooks, and a published one the publish hooks", async () => {
  const { id } = await make("post", { title: "one" });
  await admin.put(`/api/post/${id}`, { title: "two" });
  const { data } = (await admin.get(`/api/post/${id}/versions`)).json;
  watch();
  await admin.post(`/api/post/${id}/versions/${data[1].id}/restore?publish=true`);

  expect(calls()).toEqual([
    ["beforeValidate", "update", true],
    ["beforeUpdate", "update", true],
    ["beforePublish", "publish", false],
    ["afterUpdate", "update", true],
    ["afterPublish", "publish", false],
  ]);
});

test("a translation runs the create hooks, a discard runs none", async () => {
  const { id } = await make("post", { title: "one" });
  watch();
  const copy = (await admin.post(`/api/post/${id}/translate`, { locale: "de" })).json.data;
  await admin.delete(`/api/post/${copy.id}?draft=true`);

  expect(calls()).toEqual([
    ["beforeValidate", "create", true],
    ["beforeCreate", "create", true],
    ["afterCreate", "create", true],
  ]);
  expect(contextOf("beforeCreate")).toMatchObject({ locale: "de", data: { title: "one" } });
});

test("hooks change what is saved, translated and published", async () => {
  hooks.beforeUpdate = ({ data }) => ({ ...data, stamp: "saved" });
  hooks.beforeCreate = ({ data, locale }) => ({ ...data, stamp: locale });
  hooks.beforePublish = ({ data }) => ({ ...data, title: `${String(data!["title"])}!` });

  const { id } = await make("post", { title: "one" });
  const saved = await admin.put(`/api/post/${id}?draft=true`, { title: "two" });
  const published = await admin.post(`/api/post/${id}/publish`);
  const again = await admin.post(`/api/post/${id}/publish`);
  const copy = await admin.post(`/api/post/${id}/translate`, { locale: "de" });

  expect(saved.json.data).toMatchObject({ title: "two", stamp: "saved" });
  expect(published.json.data).toMatchObject({ title: "two!", stamp: "saved" });
  expect(again.json.data.title).toBe("two!!");
  expect(copy.json.data).toMatchObject({ title: "two!!", stamp: "de" });
});

test("a before-hook that refuses leaves everything unchanged", async () => {
  const { id } = await make("post", { title: "one" });
  await admin.put(`/api/post/${id}?draft=true`, { title: "two" });
  const { data } = (await admin.get(`/api/post/${id}/versions`)).json;
  hooks.beforePublish = () => {
    throw new HookError("not today", { field: "title" });
  };
  hooks.beforeUnpublish = () => {
    throw new HookError("nor this");
  };

  const answers = [
    await admin.post(`/api/post/${id}/publish`),
    await admin.post(`/api/post/${id}/unpublish`),
    await admin.post(`/api/post/${id}/versions/${data[1].id}/restore?publish=true`),
  ];

  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
  expect(answers[0]?.json.error.details).toEqual([{ field: "title", message: "not today" }]);
  expect((await admin.get(`/api/post/${id}`)).json.data).toMatchObject({ title: "one", _status: "modified" });
  expect((await admin.get(`/api/post/${id}/versions`)).json.meta.total).toBe(2);
});

test("hooks do not run for a publish that is refused anyway", async () => {
  const { id } = await make("post", { title: "one" });
  watch();

  const answers = [
    await admin.post(`/api/post/${id}/publish`, undefined, { "if-match": '"99.x"' }),
    await admin.post("/api/post/0199c0de-0000-7000-8000-000000000000/publish"),
  ];

  expect(answers.map(({ status }) => status)).toEqual([412, 404]);
  expect(seen).toEqual([]);
});

test("a global runs the update and the publish hooks", async () => {
  watch();
  await admin.put("/api/banner?draft=true", { title: "first" });
  await admin.post("/api/banner/publish");
  await admin.put("/api/banner?draft=true", { title: "second" });

  expect(seen.map(({ name }) => name)).toEqual([
    "beforeValidate",
    "beforeUpdate",
    "afterUpdate",
    "beforePublish",
    "afterPublish",
    "beforeValidate",
    "beforeUpdate",
    "afterUpdate",
  ]);
  expect(contextOf("afterPublish")).toMatchObject({ record: { title: "first" } });
});
