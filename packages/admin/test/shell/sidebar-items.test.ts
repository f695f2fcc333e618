import { expect, test } from "@jest/globals";
import { navigationOf } from "../../src/shell/sidebar-items.ts";
import { configOf, entityOf } from "../support.ts";

const titles = { content: "Content", settings: "Settings", library: "Library" };
const named = (name: string, more = {}) => entityOf({ name, fields: [], ...more });
const entities = [named("article"), named("tag", { admin: { group: "Lists" } }), named("settings", { global: true })];
const config = configOf(entities, { builtIns: [named("_user"), named("_image")] });
const shown = (given: typeof config) =>
  navigationOf(given, titles).map(({ title, items }) => [
    title,
    items.map((item) => (item.kind === "link" ? item.href : item.entity.name)),
  ]);

test("without a sidebar of its own, entities stand in their groups, then globals, then what is built in", () => {
  expect(shown(config)).toEqual([
    ["Content", ["article"]],
    ["Lists", ["tag"]],
    ["Settings", ["settings"]],
    ["Library", ["_user", "_image"]],
  ]);
});

test("the configuration's sidebar keeps its order; what the caller doesn't see is left out", () => {
  const sidebar = ["settings", { group: "Mine", items: ["tag", "gone", { title: "Site", href: "/" }] }, "_image"];

  expect(shown({ ...config, admin: { sidebar } })).toEqual([
    [null, ["settings", "_image"]],
    ["Mine", ["tag", "/"]],
    ["Library", ["_user"]],
  ]);
});
