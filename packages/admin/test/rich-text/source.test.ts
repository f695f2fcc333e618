import { expect, test } from "@jest/globals";
import { readSource, sourceOf } from "../../src/rich-text/source/markdown-source.ts";

const paragraph = (...content: readonly object[]) => [{ _type: "paragraph", content: content as never }];
const text = (value: string, ...types: readonly string[]) => ({ type: "text", text: value, marks: types.map((type) => ({ type })) });

test("a document that Markdown can say has a source, whatever the order of its marks", () => {
  expect(sourceOf(paragraph(text("a", "strike", "bold")), {})).toBe("**~~a~~**\n");
  expect(sourceOf(null, {})).toBe("");
});

test("a document that would lose something has none", () => {
  expect(sourceOf(paragraph(text("a", "underline")), {})).toBeNull();
  expect(sourceOf([{ _type: "image", attrs: { image: "0190a5d0-ac96-774b-bcce-b302099a8057", align: "left" } }], {})).toBeNull();
});

test("what a field doesn't allow is read in its nearest form, and named", () => {
  expect(readSource("# a\n\n---", { nodes: [], marks: [] })).toEqual({
    document: [{ _type: "paragraph", content: [{ type: "text", text: "a" }] }],
    changed: ["heading"],
    lost: ["horizontalRule"],
  });
  expect(readSource("", {}).document).toBeNull();
});
