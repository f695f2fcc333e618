/** What holds of every document that becomes HTML or Markdown, and is read again from these. */
import { deepStrictEqual } from "node:assert";
import { parseValue, startPass, type FieldDefinition } from "@colophon/model";
import fc from "fast-check";
import { fromHtml, fromMarkdown, toHtml, toMarkdown } from "../../src/rich-text/index.ts";
import { anyDocument, anyMarkdownDocument } from "./any-document.ts";

export const FIELD: FieldDefinition = {
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

const anyText = fc.oneof(fc.string({ maxLength: 60 }), anyMarkdownDocument.map(toMarkdown));

/** By the sentence that each one is. */
export const CONVERSION_PROPERTIES: Readonly<Record<string, fc.IProperty<[unknown]>>> = {
  "a document is the same after HTML": fc.property(anyDocument, (document) => deepStrictEqual(fromHtml(toHtml(document)), document)),
  "a document that Markdown can express is the same after Markdown": fc.property(anyMarkdownDocument, (document) =>
    deepStrictEqual(fromMarkdown(toMarkdown(document)), document),
  ),
  "any document loses nothing more after it was in Markdown once": fc.property(anyDocument, (document) => {
    const once = fromMarkdown(toMarkdown(document));
    deepStrictEqual(fromMarkdown(toMarkdown(once)), once);
  }),
  "the API accepts what is read from any Markdown and HTML": fc.property(anyText, (text) => {
    deepStrictEqual(problemsOf(fromMarkdown(text)), []);
    deepStrictEqual(problemsOf(fromHtml(text)), []);
  }),
};
