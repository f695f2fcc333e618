import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { isEqual } from "../../src/record-model/same-value.ts";
import { merge, withTheirs } from "../../src/record-model/merge.ts";
import { formFields } from "./support.ts";

const FIELDS = formFields(
  { name: "title", type: "text" },
  { name: "body", type: "richtext" },
  { name: "data", type: "json" },
  {
    name: "seo",
    type: "object",
    fields: [
      { name: "headline", type: "text" },
      { name: "noIndex", type: "boolean" },
    ],
  },
  {
    name: "extras",
    type: "blocks",
    blocks: [
      {
        name: "quote",
        fields: [
          { name: "text", type: "text" },
          { name: "source", type: "url" },
        ],
      },
    ],
  },
);
const BASE = {
  title: "a",
  body: "b",
  data: { x: 1 },
  seo: { headline: "h", noIndex: null },
  extras: [{ _type: "quote", _key: "k", text: "t", source: null }],
};

test("changes of different fields are merged, also inside an object and a block", () => {
  const mine = { ...BASE, title: "mine", seo: { headline: "mine", noIndex: null }, extras: [{ ...BASE.extras[0], text: "mine" }] };
  const theirs = {
    ...BASE,
    body: "theirs",
    seo: { headline: "h", noIndex: true },
    extras: [{ ...BASE.extras[0], source: "https://t.example" }],
  };

  const { values, conflicts } = merge(FIELDS, { base: BASE, mine, theirs });

  expect(conflicts).toEqual([]);
  expect(values).toEqual({
    ...BASE,
    title: "mine",
    body: "theirs",
    seo: { headline: "mine", noIndex: true },
    extras: [{ ...BASE.extras[0], text: "mine", source: "https://t.example" }],
  });
});

test("the same field changed by both is a conflict with both values", () => {
  const merged = merge(FIELDS, {
    base: BASE,
    mine: { ...BASE, title: "mine", data: { x: 2 } },
    theirs: { ...BASE, title: "theirs", data: { y: 1 } },
  });

  expect(merged.conflicts.map(({ path, mine, theirs }) => ({ path, mine, theirs }))).toEqual([
    { path: "title", mine: "mine", theirs: "theirs" },
    { path: "data", mine: { x: 2 }, theirs: { y: 1 } },
  ]);
  expect(merged.values["title"]).toBe("mine");
  expect(withTheirs(merged, new Set(["title"]))).toMatchObject({ title: "theirs", data: { x: 2 } });
});

test("blocks that one user has moved or removed while another edited them are a conflict of the whole list", () => {
  const { conflicts } = merge(FIELDS, {
    base: BASE,
    mine: { ...BASE, extras: [] },
    theirs: { ...BASE, extras: [{ ...BASE.extras[0], text: "new" }] },
  });

  expect(conflicts.map(({ path }) => path)).toEqual(["extras"]);
});

test("changes of one side only are never lost", () => {
  const value = fc.constantFrom("a", "b", "c", null);
  const record = fc.record({ title: value, data: value, seo: fc.record({ headline: value, noIndex: value }) });

  fc.assert(
    fc.property(record, record, record, (base, mine, theirs) => {
      const { values, conflicts } = merge(FIELDS, { base, mine, theirs });
      const isConflict = (path: string) => conflicts.some((conflict) => conflict.path === path);
      for (const name of ["title", "data"] as const) {
        if (isEqual(base[name], theirs[name])) expect(values[name]).toEqual(mine[name]);
        else if (isEqual(base[name], mine[name])) expect(values[name]).toEqual(theirs[name]);
        else expect(isConflict(name)).toBe(!isEqual(mine[name], theirs[name]));
      }
    }),
  );
});
