import { expect, test } from "@jest/globals";
import { listQueryOf, toggledSort, withVariables } from "../../src/list-model/list-query.ts";
import { columnsOf } from "../../src/list-model/columns.ts";
import { configOf, entityOf } from "../support.ts";

const author = entityOf({ name: "author", fields: [{ name: "name", type: "text" }] });
const article = entityOf({
  name: "article",
  versions: true,
  fields: [
    { name: "section", type: "select", options: ["news", "culture"] },
    { name: "headline", type: "text" },
    { name: "author", type: "relation", to: "author" },
    { name: "editor", type: "relation", to: "_user" },
    { name: "tags", type: "relation", to: "author", many: true },
    { name: "seo", type: "object", fields: [{ name: "title", type: "text" }] },
    { name: "story", type: "richtext", format: "document" },
  ],
  admin: {
    summary: { title: "headline" },
    list: {
      columns: ["section", "author", "author.name", "seo.title", "tags"],
      views: [{ name: "Mine", filter: { editor: "$CURRENT_USER" }, sort: "headline" }],
    },
  },
});
const config = configOf([article, author]);
const me = { user: { id: "u1", email: "a@example.com", name: "A", role: "editor" }, role: "editor", isAdmin: false };
const ask = (search: Record<string, string>) => listQueryOf(config, article, me, search);

test("the title comes first, then the status, then the configuration's columns that the caller may see", () => {
  expect(columnsOf(config, article).map(({ path }) => path)).toEqual([
    "headline",
    "_status",
    "section",
    "author",
    "author.name",
    "seo.title",
    "tags",
  ]);
});

test("without configured columns a list shows the title, short fields and the time of the last change", () => {
  expect(columnsOf(config, entityOf({ ...article, versions: false, admin: {} })).map(({ path }) => path)).toEqual([
    "headline",
    "section",
    "author",
    "editor",
    "updatedAt",
  ]);
});

test("a column is sorted by what it shows, and not sortable if the API can't sort by it", () => {
  const columns = columnsOf(config, article, "section,author,author.name,tags,tags.name,seo,seo.title,story");

  expect(Object.fromEntries(columns.map(({ path, sortPath }) => [path, sortPath]))).toEqual({
    headline: "headline",
    section: "section",
    author: "author.name",
    "author.name": "author.name",
    tags: null,
    "tags.name": null,
    seo: null,
    "seo.title": null,
    story: null,
  });
});

test("a list requests the fields of its columns and the titles of related records, including drafts", () => {
  expect(ask({})).toEqual({
    fields: ["id", "headline", "_status", "section", "author", "seo", "tags"],
    resolve: { author: ["name", "name"], tags: ["name"] },
    draft: true,
    can: true,
    limit: 25,
    cursor: "",
  });
});

test("filters of the view and of the URL are combined, and the URL's sort order overrides the view's", () => {
  const search = { view: "Mine", sort: "-section", "filter[section][$in]": "news,culture", q: "leek" };

  expect(ask(search)).toMatchObject({
    q: "leek",
    sort: "-section",
    filter: { $and: [{ editor: "u1" }, { section: { $in: ["news", "culture"] } }] },
  });
  expect(ask({ view: "Mine" })).toMatchObject({ sort: "headline", filter: { editor: "u1" } });
});

test("variables are replaced at any depth", () => {
  const now = new Date("2026-01-02T03:04:05Z");

  expect(withVariables({ $or: [{ date: { $lte: "$NOW" } }, { role: { $in: ["$CURRENT_ROLE"] } }, { owner: null }] }, me, now)).toEqual({
    $or: [{ date: { $lte: "2026-01-02T03:04:05.000Z" } }, { role: { $in: ["editor"] } }, { owner: null }],
  });
});

test("a click on a column sorts by it, a second click in descending order", () => {
  expect([toggledSort(undefined, "a"), toggledSort("a", "a"), toggledSort("-a", "a"), toggledSort("b", "a")]).toEqual([
    "a",
    "-a",
    "a",
    "a",
  ]);
});
