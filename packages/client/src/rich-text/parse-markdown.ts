/** The syntax tree of Markdown: CommonMark with the tables, task lists and strike-through of GFM. */
import type { Definition, Root } from "mdast";
import { fromMarkdown as parse } from "mdast-util-from-markdown";
import { gfmStrikethroughFromMarkdown } from "mdast-util-gfm-strikethrough";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTaskListItemFromMarkdown } from "mdast-util-gfm-task-list-item";
import { gfmStrikethrough } from "micromark-extension-gfm-strikethrough";
import { gfmTable } from "micromark-extension-gfm-table";
import { gfmTaskListItem } from "micromark-extension-gfm-task-list-item";

const EXTENSIONS = [gfmTable(), gfmStrikethrough({ singleTilde: false }), gfmTaskListItem()];
const FROM_MARKDOWN = [gfmTableFromMarkdown(), gfmStrikethroughFromMarkdown(), gfmTaskListItemFromMarkdown()];

export interface ParsedMarkdown {
  readonly root: Root;
  /** The targets of references, by their labels. */
  readonly definitions: ReadonlyMap<string, Definition>;
}

export function parseMarkdown(markdown: string): ParsedMarkdown {
  const root = parse(markdown, { extensions: EXTENSIONS, mdastExtensions: FROM_MARKDOWN });
  const definitions = root.children.flatMap((node) => (node.type === "definition" ? [[node.identifier, node] as const] : []));
  return { root, definitions: new Map(definitions.toReversed()) };
}
