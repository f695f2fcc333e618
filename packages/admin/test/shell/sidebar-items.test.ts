import { expect, test } from "@jest/globals";
import { pagesFor, type PeoplePage } from "../../src/palette/pages.ts";
import { keyOf, navigationOf } from "../../src/shell/sidebar-items.ts";
import { configOf, entityOf } from "../support.ts";

const titles = { content: "Content", settings: "Settings", library: "Library", people: "People" };
const named = (name: string, more = {}) => entityOf({ name, fields: [], ...more });
const entities = [named("article"), named("tag", { admin: { group: "Lists" } }), named("settings", { global: true })];
const config = configOf(entities, { builtIns: [named("_user"), named("_image")] });
const shown = (given: typeof config, pages: readonly PeoplePage[] = []) =>
  navigationOf(given, titles, pages).map(({ title, items }) => [title, items.map(keyOf)]);

test("without a configured sidebar, it has entities in their groups, then globals, then the media library and the users", () => {
  expect(shown(config)).toEqual([
    ["Content", ["article"]],
    ["Lists", ["tag"]],
    ["Settings", ["settings"]],
    ["Library", ["/media"]],
    ["People", ["_user"]],
  ]);
});

test("the configuration's sidebar keeps its order; what the caller doesn't see is left out", () => {
  const sidebar = ["settings", { group: "Mine", items: ["tag", "gone", { title: "Site", href: "/" }] }, "_image"];

  expect(shown({ ...config, admin: { sidebar } })).toEqual([
    [null, ["settings", "_image"]],
    ["Mine", ["tag", "/"]],
    ["People", ["_user"]],
  ]);
});

test("the pages for admins come after the users", () => {
  expect(
    shown(
      { ...config, admin: { sidebar: ["_user", "article", "_image"] } },
      pagesFor({ webhooks: false, jobs: false, audit: true }, { isAdmin: true }),
    ),
  ).toEqual([
    [null, ["_user", "article", "_image"]],
    ["People", ["/roles", "/keys", "/audit"]],
  ]);
});

test("only admins have pages of their own, and those of webhooks, jobs and the audit log if the site has them", () => {
  const pages = (site: Partial<Parameters<typeof pagesFor>[0]>, isAdmin = true) =>
    pagesFor({ webhooks: false, jobs: false, audit: false, ...site }, { isAdmin }).map(({ to }) => to);

  expect(pages({})).toEqual(["/roles", "/keys"]);
  expect(pages({ webhooks: true })).toEqual(["/roles", "/keys", "/webhooks"]);
  expect(pages({ jobs: true })).toEqual(["/roles", "/keys", "/jobs"]);
  expect(pages({ webhooks: true, jobs: true, audit: true })).toEqual(["/roles", "/keys", "/webhooks", "/jobs", "/audit"]);
  expect(pages({ webhooks: true, jobs: true, audit: true }, false)).toEqual([]);
});
