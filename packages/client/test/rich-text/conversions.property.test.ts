/** What documents become in HTML and Markdown, and again from these. */
import { expect, test } from "@jest/globals";
import { parseValue, startPass, type FieldDefinition } from "@colophon/model";
import fc from "fast-check";
import { fromHtml, fromMarkdown, toHtml, toMarkdown } from "../../src/rich-text/index.ts";
import { anyDocument, anyMarkdownDocument } from "./any-document.ts";

const FIELD: FieldDefinition = {
  name: "body",
  type: "richtext",
  format: "document",
  embeds: ["article"],
  blocks: [
    {
      name: "quote",
      fields: [
        { name: "text", type: "text" },
        { name: "list", type: "json" },
      ],
    },
  ],
};

/** The problems that the API would have with a document. */
function problemsOf(document: unknown): unknown {
  const patternOf = () => ({ source: "", flags: "", maxLength: 1, test: () => true });
  const pass = startPass({ draft: false, makeKey: () => "k", patternOf });
  parseValue(pass, FIELD, document, { path: "body", nested: false });
  return pass.problems;
}

test("a document is the same after HTML", () => {
  fc.assert(
    fc.property(anyDocument, (document) => expect(fromHtml(toHtml(document))).toEqual(document)),
    { numRuns: 300 },
  );
});

test("a document that Markdown can express is the same after Markdown", () => {
  fc.assert(
    fc.property(anyMarkdownDocument, (document) => expect(fromMarkdown(toMarkdown(document))).toEqual(document)),
    { numRuns: 300 },
  );
});

test("any document loses nothing more after it was in Markdown once", () => {
  fc.assert(
    fc.property(anyDocument, (document) => {
      const once = fromMarkdown(toMarkdown(document));
      expect(fromMarkdown(toMarkdown(once))).toEqual(once);
    }),
    { numRuns: 100 },
  );
});

test("the API accepts what is read from any Markdown and HTML", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 60 }), anyMarkdownDocument.map(toMarkdown)), (text) => {
      expect(problemsOf(fromMarkdown(text))).toEqual([]);
      expect(problemsOf(fromHtml(text))).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
