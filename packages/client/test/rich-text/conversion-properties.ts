/** What holds of every document that becomes HTML or Markdown, and is read again from these. */
import { deepStrictEqual, ok } from "node:assert";
import { markdownProse, parseValue, startPass, type FieldDefinition } from "@colophon/model";
import fc from "fast-check";
import { fromHtml, fromMarkdown, toHtml, toMarkdown } from "../../src/rich-text/index.ts";
import { anyDocument, anyMarkdownDocument, ID } from "./any-document.ts";

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

const IMAGE = `![](asset:${ID})`;
/** Lines that begin and end blocks, with images. */
const anyLines = fc
  .array(fc.constantFrom("    ", "\t", "  ", " ", "- ", "1. ", "> ", "# ", "a", "\n", "\n\n", "***", IMAGE), { maxLength: 14 })
  .map((pieces) => pieces.join(""));
/** Code that begins and ends with a visible line. */
const anyCode = fc
  .array(fc.constantFrom("a", "", "  b", "- c", "# d", "```", "> e", "\tf", IMAGE), { minLength: 1, maxLength: 6 })
  .map((lines) => lines.join("\n").replaceAll(/^\s+|\s+$/g, ""))
  .filter((code) => code !== "");
const codeOf = (code: string) => ({ _type: "codeBlock", content: [{ type: "text", text: code }] });

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
  "lines that are indented by four spaces are a block of code": fc.property(anyCode, (code) => {
    const indented = code.split("\n").map((line) => (line.trim() === "" ? "" : `    ${line}`));
    const [first, second, ...more] = fromMarkdown(`before\n\n${indented.join("\n")}\n\nbehind`);
    deepStrictEqual([first?._type, second, more.map(({ _type }) => _type)], ["paragraph", codeOf(code), ["paragraph"]]);
    deepStrictEqual(fromMarkdown(toMarkdown([codeOf(code)])), [codeOf(code)]);
  }),
  "what CommonMark takes for an image is never taken for code when references are looked for": fc.property(anyLines, (text) => {
    const images =
      JSON.stringify(fromMarkdown(text)).split('"type":"image"').length +
      JSON.stringify(fromMarkdown(text)).split('"_type":"image"').length -
      2;
    ok(markdownProse(text).split(IMAGE).length > images);
  }),
  "the API accepts what is read from any Markdown and HTML": fc.property(anyText, (text) => {
    deepStrictEqual(problemsOf(fromMarkdown(text)), []);
    deepStrictEqual(problemsOf(fromHtml(text)), []);
  }),
};
