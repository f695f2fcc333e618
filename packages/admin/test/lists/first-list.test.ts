import { expect, test } from "@jest/globals";
import { firstListAt } from "../../src/lists/first-list.ts";
import { listQueryOf } from "../../src/list-model/list-query.ts";
import { configOf, entityOf } from "../support.ts";

const article = entityOf({
  name: "article",
  fields: [{ name: "title", type: "text" }],
  admin: {
    list: {
      views: [
        { name: "Mine", filter: { _createdBy: "$CURRENT_USER" } },
        { name: "Due", filter: { due: { $lt: "$NOW" } } },
      ],
    },
  },
});
const settings = entityOf({ name: "settings", global: true, fields: [] });
const image = entityOf({ name: "_image", fields: [] });
const user = { id: "u1", email: "a@example.com", name: "A", role: "admin" };
const config = configOf([article, settings, image], { caller: { user, role: "admin", isAdmin: true } });
const at = (pathname: string, search = "") => firstListAt(config, { pathname, search });

test("the URL of a list gives the query of its page, with the view and the caller", () => {
  const search = { view: "Mine", sort: "-title" };

  expect(at("/admin/content/article", "?view=Mine&sort=-title")).toEqual({
    entity: "article",
    query: listQueryOf(config, article, config.caller, search),
  });
  expect(at("/admin/content/article", "?view=Mine")?.query.filter).toEqual({ _createdBy: "u1" });
});

test.each(["/admin/", "/admin/content/article/7", "/admin/content/nothing", "/admin/content/settings", "/admin/content/_image"])(
  "%s means no list",
  (pathname) => {
    expect(at(pathname)).toBeUndefined();
  },
);

test("a view whose filter uses the current time is not requested early", () => {
  expect(at("/admin/content/article", "?view=Due")).toBeUndefined();
});
