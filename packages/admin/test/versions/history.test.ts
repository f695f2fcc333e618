import { expect, test } from "@jest/globals";
import { differences } from "../../src/versions/differences.ts";
import { widthOf } from "../../src/record-model/layout.ts";
import { formFields } from "../record-model/support.ts";

const FIELDS = formFields(
  { name: "title", type: "text" },
  { name: "words", type: "number" },
  { name: "tags", type: "relation", to: "tag", many: true },
);

test("texts are compared by words, other values as a whole, and what is the same is left out", () => {
  const found = differences(FIELDS, { title: "Good old leeks", words: 3, tags: ["a"] }, { title: "Good new leeks", words: 4, tags: ["a"] });

  expect(found).toEqual([
    {
      definition: FIELDS[0]?.definition,
      kind: "text",
      parts: [
        { text: "Good ", kind: "same" },
        { text: "old", kind: "removed" },
        { text: "new", kind: "added" },
        { text: " leeks", kind: "same" },
      ],
    },
    { definition: FIELDS[1]?.definition, kind: "value", before: 3, after: 4 },
  ]);
});

test("a width is a name, a fraction or a number of twelve columns, otherwise the whole line", () => {
  expect([widthOf("half"), widthOf("40%"), widthOf(4), widthOf("url(x)"), widthOf(undefined)]).toEqual([
    "calc(50% - 1rem)",
    "calc(40% - 1rem)",
    "calc(33.333333333333336% - 1rem)",
    "100%",
    "100%",
  ]);
});
