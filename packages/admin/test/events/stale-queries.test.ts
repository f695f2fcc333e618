import { expect, test } from "@jest/globals";
import { EDITING, keys } from "../../src/api/keys.ts";
import type { FollowedChange } from "../../src/events/follow-changes.ts";
import { staleQueries } from "../../src/events/changes.ts";
import { configOf, entityOf } from "../support.ts";

const config = configOf([
  entityOf({ name: "article", fields: [{ name: "author", type: "relation", to: "author" }] }),
  entityOf({ name: "author", fields: [{ name: "name", type: "text" }] }),
  entityOf({ name: "tag", fields: [] }),
]);
const QUERIES = {
  articles: keys.list("article", {}),
  article: keys.record("article", "1"),
  authors: keys.list("author", {}),
  tags: keys.list("tag", {}),
  form: [...keys.record("author", "1"), EDITING],
  presence: keys.presence("author", "1"),
  config: keys.config,
};

function staleAfter(...changes: readonly FollowedChange[]): readonly string[] {
  const isStale = staleQueries(config, changes);
  return Object.entries(QUERIES).flatMap(([name, queryKey]) => (isStale({ queryKey }) ? [name] : []));
}
function changeOf(entity: string): FollowedChange {
  return { event: "updated", entity, id: "1", version: 1, locale: null, time: "2026-11-26T09:30:00.000Z" };
}

test("a change makes the queries of its entity stale, and lists of entities that refer to it", () => {
  expect(staleAfter(changeOf("article"))).toEqual(["articles", "article"]);
  expect(staleAfter(changeOf("author"))).toEqual(["articles", "authors"]);
  expect(staleAfter(changeOf("tag"), changeOf("article"))).toEqual(["articles", "article", "tags"]);
});

test("after a reset all records are read again, except what open forms ask for themselves", () => {
  expect(staleAfter({ event: "reset" })).toEqual(["articles", "article", "authors", "tags"]);
});
