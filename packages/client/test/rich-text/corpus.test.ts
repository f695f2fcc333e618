/** A corpus of documents, stored as the Markdown or HTML that a document becomes: each is read, and written as it was. */
import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { CHOSEN_NODES, MARKS, NODES, parseValue, startPass, type DocumentNode, type RichDocument } from "@colophon/model";
import { fromHtml, fromMarkdown, toHtml, toMarkdown } from "../../src/rich-text/index.ts";
import type { AnyNode } from "../../src/rich-text/nodes.ts";
import { FIELD } from "./conversion-properties.ts";

interface Case {
  readonly title: string;
  readonly stored: string;
}

/** The documents of a file, each after a line with its title. */
function corpus(name: string): readonly Case[] {
  const text = readFileSync(new URL(`./corpus/${name}`, import.meta.url), "utf8");
  return text
    .split(/^%%% /m)
    .slice(1)
    .map((part) => ({ title: part.slice(0, part.indexOf("\n")), stored: part.slice(part.indexOf("\n") + 1) }));
}

const [MARKDOWN, HTML] = [corpus("markdown.txt"), corpus("html.txt")];
const readMarkdown = ({ stored }: Case): readonly DocumentNode[] => fromMarkdown(stored);
const readHtml = ({ stored }: Case): readonly DocumentNode[] => fromHtml(stored.trimEnd());
const DOCUMENTS = [
  ...MARKDOWN.map((entry) => ({ ...entry, document: readMarkdown(entry) })),
  ...HTML.map((entry) => ({ ...entry, document: readHtml(entry) })),
];

function problemsOf(document: RichDocument): unknown {
  const patternOf = () => ({ source: "", flags: "", maxLength: 1, test: () => true });
  const pass = startPass({ draft: false, makeKey: () => "k", patternOf });
  parseValue(pass, FIELD, document, { path: "body", nested: false });
  return pass.problems;
}

/** The names of nodes with their attributes, of marks with theirs, and of nodes inside nodes. */
function partsOf(node: AnyNode, parent = ""): readonly string[] {
  const name = "_type" in node ? node._type : node.type;
  const marks = "marks" in node ? (node.marks ?? []) : [];
  const own = [name, ...Object.keys(node.attrs ?? {}).map((attribute) => `${name}.${attribute}`), `${parent}>${name}`];
  const ofMarks = marks.flatMap(({ type, attrs = {} }) => [type, ...Object.keys(attrs).map((attribute) => `${type}.${attribute}`)]);
  return [...own, ...ofMarks, ...(node.content ?? []).flatMap((inner) => partsOf(inner, name))];
}

const CONTAINERS = ["listItem", "taskItem", "blockquote", "tableCell", "tableHeader"];

/** The same names, of everything that the tables of nodes and marks have. */
function expectedParts(): readonly string[] {
  const rules = { ...NODES, ...MARKS };
  const attributes = Object.entries(rules).flatMap(([name, { attrs }]) => Object.keys(attrs).map((attribute) => `${name}.${attribute}`));
  const inside = CONTAINERS.flatMap((container) => CHOSEN_NODES.map((block) => `${container}>${block}`));
  return [...Object.keys(rules), ...attributes, ...inside];
}

test("the corpus has 200 documents, with every node, mark and attribute, and every block in every container", () => {
  const found = new Set(DOCUMENTS.flatMap(({ document }) => document.flatMap((node) => partsOf(node))));

  expect(new Set(DOCUMENTS.map(({ stored }) => stored)).size).toBeGreaterThanOrEqual(200);
  expect(expectedParts().filter((part) => !found.has(part))).toEqual([]);
});

test.each(MARKDOWN)("Markdown: $title", (entry) => {
  const document = readMarkdown(entry);

  expect(toMarkdown(document)).toBe(entry.stored);
  expect(fromHtml(toHtml(document))).toEqual(document);
});

test.each(HTML)("HTML: $title", (entry) => {
  const document = readHtml(entry);

  expect(toHtml(document)).toBe(entry.stored.trimEnd());
  expect(fromMarkdown(toMarkdown(fromMarkdown(toMarkdown(document))))).toEqual(fromMarkdown(toMarkdown(document)));
});

test("the API accepts every document of the corpus", () => {
  expect(
    DOCUMENTS.filter(({ document }) => JSON.stringify(problemsOf(document)) !== "[]").map(({ title, document }) => [
      title,
      problemsOf(document),
    ]),
  ).toEqual([]);
});
