import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { merge, withTheirs } from "../../src/record-model/merge.ts";
import { mergeItems } from "../../src/record-model/merge-items.ts";
import { formFields } from "./support.ts";

const FIELDS = formFields(
  {
    name: "body",
    type: "richtext",
    format: "document",
    blocks: [
      {
        name: "fact",
        fields: [
          { name: "claim", type: "text" },
          { name: "year", type: "number" },
        ],
      },
    ],
  },
  { name: "text", type: "richtext" },
);
const p = (text: string) => ({ _type: "paragraph", content: [{ type: "text", text }] });
const fact = (claim: string, year: number | null) => ({ _type: "fact", attrs: { claim, year } });

type Body = readonly object[] | null;
const merged = (base: Body, mine: Body, theirs: Body) =>
  merge(FIELDS, { base: { body: base, text: null }, mine: { body: mine, text: null }, theirs: { body: theirs, text: null } });

test.each<[string, Body, Body, Body, Body]>([
  ["neighbouring paragraphs", [p("a"), p("b")], [p("a1"), p("b")], [p("a"), p("b2")], [p("a1"), p("b2")]],
  ["a paragraph and a new one", [p("a"), p("b")], [p("a1"), p("b")], [p("a"), p("x"), p("b")], [p("a1"), p("x"), p("b")]],
  ["a removed paragraph and another", [p("a"), p("b"), p("c")], [p("b"), p("c")], [p("a"), p("b"), p("c1")], [p("b"), p("c1")]],
  ["two new paragraphs at one place", [p("a")], [p("a"), p("mine")], [p("a"), p("theirs")], [p("a"), p("theirs"), p("mine")]],
  ["the same new paragraph", [p("a")], [p("a"), p("x")], [p("a"), p("x")], [p("a"), p("x")]],
  [
    "a paragraph that was split, and the next",
    [p("one two"), p("b")],
    [p("one"), p("two"), p("b")],
    [p("one two"), p("c")],
    [p("one"), p("two"), p("c")],
  ],
  ["paragraphs of a text that was empty", null, [p("mine")], [p("theirs")], [p("theirs"), p("mine")]],
  ["different fields of a block", [fact("a", 1)], [fact("b", 1)], [fact("a", 2)], [fact("b", 2)]],
  [
    "a paragraph whose members are in another order, with one that is null",
    [{ _type: "heading", attrs: { level: 2, x: null }, content: [] }, p("b")],
    [{ content: [], attrs: { level: 2 }, _type: "heading" }, p("b1")],
    [{ _type: "heading", attrs: { level: 3 }, content: [] }, p("b")],
    [{ _type: "heading", attrs: { level: 3 }, content: [] }, p("b1")],
  ],
])("changes of %s are merged without a question", (_, base, mine, theirs, expected) => {
  const { values, conflicts } = merged(base, mine, theirs);

  expect(conflicts).toEqual([]);
  expect(values["body"]).toEqual(expected);
});

test("of a paragraph that both have changed, each form can be chosen", () => {
  const result = merged([p("a"), p("b"), p("c"), p("d")], [p("a1"), p("b1"), p("c"), p("d"), p("e")], [p("a2"), p("c"), p("d2")]);

  expect(result.conflicts.map(({ path, mine, theirs }) => ({ path, mine, theirs }))).toEqual([
    { path: "body.0", mine: [p("a1")], theirs: [p("a2")] },
    { path: "body.1", mine: [p("b1")], theirs: [] },
  ]);
  expect(result.values["body"]).toEqual([p("a1"), p("b1"), p("c"), p("d2"), p("e")]);
  expect(withTheirs(result, new Set(["body.0"]))["body"]).toEqual([p("a2"), p("b1"), p("c"), p("d2"), p("e")]);
  expect(withTheirs(result, new Set(["body.0", "body.1"]))["body"]).toEqual([p("a2"), p("c"), p("d2"), p("e")]);
});

test("a paragraph that one has removed and the other has changed is a question, also if it was the only one", () => {
  const result = merged([p("a")], null, [p("a2")]);

  expect(result.conflicts).toMatchObject([{ path: "body.0", mine: [], theirs: [p("a2")] }]);
  expect(result.values["body"]).toBeNull();
  expect(withTheirs(result, new Set(["body.0"]))["body"]).toEqual([p("a2")]);
});

test.each<[string, string, string, string, string | null]>([
  ["by its paragraphs", "a\n\nb", "a1\n\nb", "a\n\nb\n\nc", "a1\n\nb\n\nc"],
  ["as a whole where blank lines could get lost", "a\n\n\n\nb", "a1\n\n\n\nb", "a\n\n\n\nb1", null],
])("Markdown is merged %s", (_, base, mine, theirs, expected) => {
  const values = (text: string) => ({ body: null, text });
  const { values: result, conflicts } = merge(FIELDS, { base: values(base), mine: values(mine), theirs: values(theirs) });

  expect(conflicts.map(({ path }) => path)).toEqual(expected === null ? ["text"] : []);
  expect(result["text"]).toBe(expected ?? mine);
});

test("merging changes to different items is the same as applying both", () => {
  const change = fc.record({ by: fc.constantFrom("mine", "theirs", null), kind: fc.constantFrom("change", "remove", "insert") });

  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
      const base = changes.map((_, at) => `item ${at}`);
      const applied = (...who: readonly string[]) =>
        changes.flatMap(({ by, kind }, at) => {
          const item = `item ${at}`;
          if (by === null || !who.includes(by)) return [item];
          return kind === "change" ? [`${item} changed`] : kind === "remove" ? [] : [item, `new after ${at}`];
        });

      const { items, conflicts } = mergeItems(
        { base, mine: applied("mine"), theirs: applied("theirs") },
        { keyOf: (item) => item, mergeItem: () => null },
      );

      expect(conflicts).toEqual([]);
      expect(items).toEqual(applied("mine", "theirs"));
    }),
  );
});

test("nothing that one side has written is missing, whatever both have done", () => {
  const list = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 6 });

  fc.assert(
    fc.property(list, list, list, (base, mine, theirs) => {
      const rules = { keyOf: (item: string) => item, mergeItem: () => null };
      const { items, conflicts } = mergeItems({ base, mine, theirs }, rules);
      const shown = [...items, ...conflicts.flatMap(({ theirs: other }) => other)];

      for (const item of [...mine, ...theirs]) if (!base.includes(item)) expect(shown).toContain(item);
      expect(mergeItems({ base, mine: base, theirs }, rules)).toEqual({ items: theirs, conflicts: [] });
      expect(mergeItems({ base, mine, theirs: base }, rules)).toEqual({ items: mine, conflicts: [] });
      expect(mergeItems({ base, mine, theirs: mine }, rules)).toEqual({ items: mine, conflicts: [] });
    }),
  );
});
