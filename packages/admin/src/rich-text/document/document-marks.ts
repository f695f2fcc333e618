/** The marks of documents in the editor. */
import { Mark, mergeAttributes, type Extensions } from "@tiptap/core";
import { Code } from "@tiptap/extension-code";
import { Link } from "@tiptap/extension-link";
import { isSafeHref } from "@colophon/model";

/** A mark without attributes, shown by an element. */
function plainMark(name: string, tag: string) {
  return Mark.create({
    name,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes), 0],
  });
}

const none = { default: null };
const ofRecord = (name: string) => ({ default: null, parseHTML: (element: HTMLElement) => element.getAttribute(name) });

/** A link to a URL, or to a record. */
const DocumentLink = Link.extend({
  inclusive: false,
  addAttributes: () => ({ href: none, entity: ofRecord("data-entity"), id: ofRecord("data-id") }),
  parseHTML: () => [{ tag: "a[data-entity]" }, { tag: "a[href]", getAttrs: (element) => isSafeHref(element.getAttribute("href")) && null }],
  renderHTML: ({ HTMLAttributes: { href, entity, id } }) => [
    "a",
    { href: isSafeHref(href) ? href : null, "data-entity": entity, "data-id": id },
    0,
  ],
});

/** A code mark beside others: documents allow it. */
const DocumentCode = Code.extend({ excludes: "" });

/** The marks that the starter kit doesn't have as documents have them. */
export const DOCUMENT_MARKS: Extensions = [
  DocumentLink.configure({ openOnClick: false, autolink: false, protocols: ["mailto", "tel"] }),
  DocumentCode,
  plainMark("subscript", "sub"),
  plainMark("superscript", "sup"),
  plainMark("highlight", "mark"),
];
