/** HTML of documents runs no script and loads nothing that the document's own assets aren't. */
import { expect, test } from "@jest/globals";
import { parseFragment, type DefaultTreeAdapterTypes } from "parse5";
import { toHtml } from "../../src/rich-text/index.ts";
import { ATTACKS } from "./attacks.ts";

type Node = DefaultTreeAdapterTypes.ChildNode;

const ELEMENTS = new Set(
  [
    "p",
    "h1",
    "h2",
    "h3",
    "h4",
    "ul",
    "ol",
    "li",
    "blockquote",
    "pre",
    "code",
    "hr",
    "br",
    "table",
    "tbody",
    "tr",
    "th",
    "td",
    "figure",
    "img",
  ].concat(["video", "figcaption", "div", "a", "strong", "em", "u", "s", "sub", "sup", "mark"]),
);
const ATTRIBUTES = /^(?:data-[a-z]+|start|class|colspan|rowspan|align|src|href|alt|controls|preload|download)$/;

/** What an element has that the HTML of a document may not have. */
function wrongIn(node: Node): readonly string[] {
  const inside = "childNodes" in node ? node.childNodes.flatMap(wrongIn) : [];
  if (!("tagName" in node)) return node.nodeName === "#text" ? inside : [node.nodeName, ...inside];
  const wrong = node.attrs.flatMap(({ name, value }) => {
    if (!ATTRIBUTES.test(name)) return [`${node.tagName} ${name}`];
    if (name !== "src" && name !== "href") return [];
    const { protocol } = new URL(value, "https://site.example");
    return ["https:", "http:", "mailto:", "tel:"].includes(protocol) ? [] : [`${name} ${value}`];
  });
  return [...(ELEMENTS.has(node.tagName) ? [] : [node.tagName]), ...wrong, ...inside];
}

test("no attack gets an element, an attribute or a URL that could run a script", () => {
  expect(ATTACKS.length).toBeGreaterThan(300);
  for (const document of ATTACKS) expect([document, parseFragment(toHtml(document)).childNodes.flatMap(wrongIn)]).toEqual([document, []]);
});
