import { expect, test } from "@jest/globals";
import { contentOf, renamedView, viewsIn, viewsOf, withDefault, withoutView, withView } from "../../src/lists/views/saved-views.ts";

const news = { name: "News", search: { sort: "title" } };
const old = { name: "Old", search: { q: "leek" } };

test("a view stores what the list shows, but not the page", () => {
  expect(
    contentOf({ sort: "-date", "filter[section][$in]": "news", columns: "date,section", cursor: "abc", saved: "News", q: "" }),
  ).toEqual({
    sort: "-date",
    "filter[section][$in]": "news",
    columns: "date,section",
  });
});

test("a view replaces the one with its name, and the others stay", () => {
  const views = withView({ views: [news, old], default: "Old" }, "News", { sort: "date", saved: "News" });

  expect(views).toEqual({ default: "Old", views: [{ name: "News", search: { sort: "date" } }, old] });
});

test("a renamed view stays the default; without it the list has no default view", () => {
  const views = withDefault({ views: [news, old] }, "News");

  expect(renamedView(views, "News", "Fresh")).toEqual({ default: "Fresh", views: [{ ...news, name: "Fresh" }, old] });
  expect(renamedView(views, "Old", "News")).toEqual({ default: "News", views: [{ ...old, name: "News" }] });
  expect(withoutView(views, "News")).toEqual({ views: [old] });
  expect(withoutView(views, "Old")).toEqual({ default: "News", views: [news] });
  expect(withDefault(views, null)).toEqual({ views: [news, old] });
});

test("settings of other clients are not read as views", () => {
  const lists = {
    article: { views: [news, { name: 1, search: {} }, { name: "X", search: { a: 1 } }, null], default: "Gone" },
    page: [],
    tag: "x",
  };

  expect(viewsIn({ lists, language: "de" })).toEqual({ article: { views: [news] } });
  expect(viewsIn({ lists: [] })).toEqual({});
  expect(viewsOf({}, "article")).toEqual({ views: [] });
});
