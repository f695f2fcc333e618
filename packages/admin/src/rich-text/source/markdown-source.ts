/** A document as Markdown, where Markdown can say all of it. */
import { fromMarkdown, toMarkdown } from "@colophon/client/rich-text";
import type { RichDocument } from "@colophon/model";
import { isEqual } from "../../record-model/same-value.ts";
import { toEditor, toStored } from "../document/documents.ts";
import { fitDocument, type Allowed, type Fitted } from "../paste/fit-document.ts";

function namesOf({ blocks = [] }: Allowed): readonly string[] {
  return blocks.map(({ name }) => name);
}

/** In the form that the editor stores. */
function normal(document: RichDocument, allowed: Allowed): RichDocument | null {
  const blocks = namesOf(allowed);
  return document.length === 0 ? null : toStored({ type: "doc", content: toEditor(document, blocks).content ?? [] }, blocks);
}

/** The document as Markdown; null if something would be lost. */
export function sourceOf(document: RichDocument | null, allowed: Allowed): string | null {
  const markdown = toMarkdown(document ?? []);
  return isEqual(normal(fromMarkdown(markdown), allowed), normal(document ?? [], allowed)) ? markdown : null;
}

/** What Markdown says, in the form that the field allows; the document is null if it is empty. */
export function readSource(markdown: string, allowed: Allowed): Omit<Fitted, "document"> & { readonly document: RichDocument | null } {
  const { document, ...notes } = fitDocument(fromMarkdown(markdown), allowed);
  return { document: normal(document, allowed), ...notes };
}
