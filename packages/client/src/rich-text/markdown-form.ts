/** What a Markdown text says, without the choices that its writer had: `*` or `_`, references or links, lines of any length. */
import type { Definition, Nodes, PhrasingContent } from "mdast";
import { parseMarkdown } from "./parse-markdown.ts";

type Marks = Readonly<Record<string, string>>;

/** A part of a line, with all that it is in. */
interface Part {
  readonly type: string;
  readonly value: string;
  readonly marks: Marks;
}

type Definitions = ReadonlyMap<string, Definition>;

/** Equal for texts that are the same when they are shown, with the same notes for their writers. */
export function markdownForm(markdown: string): unknown {
  const { root, definitions } = parseMarkdown(markdown);
  const used = usedIn(root);
  const notes = [...definitions.values()].filter(({ identifier, url }) => /^#?$/.test(url) && !used.has(identifier));
  return [
    ...root.children.flatMap((node) => blockForm(node, definitions)),
    ...notes.map(({ url, title }) => ({ type: "definition", url, title: title ?? null })),
  ];
}

/** The definitions that a text refers to. One that it doesn't, and that leads nowhere, is a comment: `[//]: # (like this)`. */
function usedIn(node: Nodes): ReadonlySet<string> {
  const inside = "children" in node ? node.children.flatMap((child) => [...usedIn(child)]) : [];
  return new Set(node.type === "linkReference" || node.type === "imageReference" ? [node.identifier, ...inside] : inside);
}

const LINES: ReadonlySet<string> = new Set(["paragraph", "heading", "tableCell"]);
/** Members that say nothing about what is shown. */
const UNSEEN: ReadonlySet<string> = new Set(["position", "spread", "children", "data"]);

function blockForm(node: Nodes, definitions: Definitions): readonly unknown[] {
  if (node.type === "definition") return [];
  const own = Object.fromEntries(
    Object.entries(node).filter(([name, value]) => !UNSEEN.has(name) && value !== null && value !== undefined),
  );
  if (!("children" in node)) return [own];
  if (LINES.has(node.type)) {
    const parts = joined((node.children as PhrasingContent[]).flatMap((child) => lineForm(child, definitions, {})));
    return parts.length > 0 || node.type !== "paragraph" ? [{ ...own, parts }] : [];
  }
  return [{ ...own, children: node.children.flatMap((child) => blockForm(child, definitions)) }];
}

function lineForm(node: PhrasingContent, definitions: Definitions, marks: Marks): readonly Part[] {
  const within = (name: string, value = "", children: readonly PhrasingContent[] = []) =>
    children.flatMap((child) => lineForm(child, definitions, { ...marks, [name]: value }));
  switch (node.type) {
    case "text":
      return [{ type: "text", value: node.value.replaceAll(/\s*\n\s*/g, " "), marks }];
    case "link":
      return within("link", JSON.stringify([node.url, node.title ?? null]), node.children);
    case "linkReference": {
      const { url = "", title = null } = definitions.get(node.identifier) ?? {};
      return within("link", JSON.stringify([url, title]), node.children);
    }
    case "imageReference": {
      const { url = "", title = null } = definitions.get(node.identifier) ?? {};
      return [{ type: "image", value: JSON.stringify([url, title, node.alt ?? ""]), marks }];
    }
    case "image":
      return [{ type: "image", value: JSON.stringify([node.url, node.title ?? null, node.alt ?? ""]), marks }];
    case "strong":
    case "emphasis":
    case "delete":
      return within(node.type, "", node.children);
    default:
      return [{ type: node.type, value: "value" in node ? node.value : "", marks }];
  }
}

/** Neighbouring texts with the same marks as one, in whatever order the marks are nested. */
function joined(parts: readonly Part[]): readonly unknown[] {
  const sorted = parts.map(({ marks, ...part }) => ({ ...part, marks: Object.entries(marks).toSorted() }));
  return sorted.reduce<typeof sorted>((done, part) => {
    const last = done.at(-1);
    const isSame = last?.type === "text" && part.type === "text" && JSON.stringify(last.marks) === JSON.stringify(part.marks);
    if (last && isSame) done[done.length - 1] = { ...last, value: last.value + part.value };
    else done.push(part);
    return done;
  }, []);
}
