/** Reads a document of rich text and names everything that it may not contain. */
import type { FieldDefinition } from "../definitions.ts";
import type { DefinitionOf, ParseContext } from "../field-type.ts";
import { isPlainObject } from "../values/json-value.ts";
import { MAX_DOCUMENT_BYTES, MAX_DOCUMENT_DEPTH, MAX_DOCUMENT_NODES, MAX_DOCUMENT_REFERENCES } from "../limits.ts";
import { byteLength, isCleanText } from "../values/strings.ts";
import type { Attribute } from "./attributes.ts";
import { CHOSEN_NODES, type ChosenNode } from "./document.ts";
import { markRule, type MarkRule } from "./marks.ts";
import { nodeRule, type Content, type NodeRule } from "./nodes.ts";
import { embedsOf, marksOf, nodesOf, pointerDefinition } from "./pointers.ts";

type RichText = DefinitionOf<"richtext">;
type Attrs = Readonly<Record<string, unknown>>;

interface Reading {
  readonly definition: RichText;
  readonly context: ParseContext;
  readonly nodes: readonly string[];
  readonly marks: readonly string[];
  readonly blocks: ReadonlyMap<string, readonly FieldDefinition[]>;
  readonly counted: { nodes: number; references: number };
}

interface Level {
  readonly at: string;
  readonly depth: number;
  /** What the node above contains. */
  readonly content: Content;
}

/** The document as it is stored: with its texts in NFC; undefined if something was rejected. */
export function parseDocument(value: unknown, definition: RichText, context: ParseContext): unknown {
  if (!Array.isArray(value)) return context.reject("must be an array of nodes");
  if (byteLength(JSON.stringify(value)) > MAX_DOCUMENT_BYTES) return context.reject("must be at most 1 MB of JSON");
  const counted = { nodes: 0, references: 0 };
  const reading: Reading = {
    definition,
    context,
    nodes: nodesOf(definition),
    marks: marksOf(definition),
    blocks: new Map((definition.blocks ?? []).map(({ name, fields }) => [name, fields])),
    counted,
  };
  const isDefined = (node: unknown) => !isPlainObject(node) || nodeRule(String(node["_type"])) || reading.blocks.has(String(node["_type"]));
  const given = context.isStored ? value.filter(isDefined) : value;
  const nodes = given.map((node, at) => parseTop(reading, node, String(at)));
  if (counted.nodes > MAX_DOCUMENT_NODES) context.reject(`must have at most ${MAX_DOCUMENT_NODES} nodes`);
  if (counted.references > MAX_DOCUMENT_REFERENCES) context.reject(`must have at most ${MAX_DOCUMENT_REFERENCES} references`);
  return nodes;
}

function parseTop(reading: Reading, node: unknown, at: string): unknown {
  const { context, blocks, nodes } = reading;
  if (!isPlainObject(node)) return context.reject("must be a node with a `_type`", at);
  const { _type: type } = node;
  const fields = typeof type === "string" ? blocks.get(type) : undefined;
  if (fields) return parseOwnBlock(reading, fields, node, at);
  const rule = ruleOf(reading, type, [...nodes, ...blocks.keys()], `${at}._type`);
  return rule && parseNode(reading, rule, node, { at, depth: 1, content: "blocks" });
}

function parseOwnBlock({ context, counted }: Reading, fields: readonly FieldDefinition[], node: Attrs, at: string): unknown {
  counted.nodes += 1;
  const { attrs = {} } = node;
  rejectUnknown(context, node, ["_type", "attrs"], at);
  if (!isPlainObject(attrs)) return context.reject("must be an object", `${at}.attrs`);
  return { _type: node["_type"], attrs: context.parseFields(fields, attrs, `${at}.attrs`) };
}

/** The rule of a node of these names. One that is stored may stay, even if the field no longer allows it. */
function ruleOf({ context }: Reading, type: unknown, allowed: readonly string[], at: string): NodeRule | undefined {
  const rule = typeof type === "string" ? nodeRule(type) : null;
  const mayStay = CHOSEN_NODES.includes(type as ChosenNode) && (context.isStored || context.isUnchanged(at));
  return rule && (allowed.includes(String(type)) || mayStay) ? rule : context.reject(`must be one of ${allowed.join(", ")}`, at);
}

function parseNode(reading: Reading, rule: NodeRule, node: Attrs, { at, depth }: Level): unknown {
  const { context, counted } = reading;
  counted.nodes += 1;
  if (depth > MAX_DOCUMENT_DEPTH) return context.reject(`must be nested at most ${MAX_DOCUMENT_DEPTH} levels deep`, at);
  if (counted.nodes > MAX_DOCUMENT_NODES) return undefined;
  rejectUnknown(context, node, [depth === 1 ? "_type" : "type", "attrs", "content"], at);
  const attrs = parseAttributes(reading, rule, node["attrs"], `${at}.attrs`);
  if (rule.reference) referTo(reading, rule.reference, attrs, `${at}.attrs`);
  const content = parseContent(reading, rule.content, node["content"], { at: `${at}.content`, depth: depth + 1 });
  return { ...node, ...(attrs && { attrs }), ...(content && { content }) };
}

function parseContent(
  reading: Reading,
  content: Content | null,
  given: unknown,
  { at, depth }: Omit<Level, "content">,
): readonly unknown[] | undefined {
  const { context } = reading;
  const isText = content === "lines" || content === "code";
  if (given === undefined) return content === null || isText ? undefined : context.reject("must have at least one node", at);
  if (content === null) return context.reject("must be omitted: the node has no content", at);
  if (!Array.isArray(given)) return context.reject("must be an array of nodes", at);
  if (given.length === 0 && !isText) return context.reject("must have at least one node", at);
  return given.map((node, index) => parseInner(reading, node, { at: `${at}.${index}`, depth, content }));
}

function parseInner(reading: Reading, node: unknown, level: Level): unknown {
  const { context, nodes } = reading;
  const { at, content } = level;
  if (!isPlainObject(node)) return context.reject("must be a node with a `type`", at);
  const isText = content === "lines" || content === "code";
  if (isText && node["type"] === "text") return parseText(reading, node, level);
  const allowed = content === "blocks" ? nodes : content === "lines" ? ["text", "hardBreak"] : content === "code" ? ["text"] : content;
  const rule = ruleOf(reading, node["type"], allowed, `${at}.type`);
  return rule && parseNode(reading, rule, node, level);
}

function parseText(reading: Reading, node: Attrs, { at, content, depth }: Level): unknown {
  const { context, counted } = reading;
  counted.nodes += 1;
  if (depth > MAX_DOCUMENT_DEPTH) return context.reject(`must be nested at most ${MAX_DOCUMENT_DEPTH} levels deep`, at);
  const { text, marks } = node;
  rejectUnknown(context, node, content === "code" ? ["type", "text"] : ["type", "text", "marks"], at);
  if (typeof text !== "string" || text === "") return context.reject("must be a text that is not empty", `${at}.text`);
  if (!isCleanText(text)) return context.reject("must not contain NUL characters or unpaired surrogates", `${at}.text`);
  const parsed = marks === undefined || content === "code" ? undefined : parseMarks(reading, marks, `${at}.marks`);
  return { ...node, text: text.normalize("NFC"), ...(parsed && { marks: parsed }) };
}

function parseMarks(reading: Reading, marks: unknown, at: string): readonly unknown[] | undefined {
  if (!Array.isArray(marks)) return reading.context.reject("must be an array of marks", at);
  const seen = new Set<unknown>();
  return marks.map((mark, index) => parseMark(reading, mark, `${at}.${index}`, seen));
}

function parseMark(reading: Reading, mark: unknown, at: string, seen: Set<unknown>): unknown {
  const { context } = reading;
  if (!isPlainObject(mark)) return context.reject("must be a mark with a `type`", at);
  const { type } = mark;
  const rule = typeof type === "string" ? markRule(type) : null;
  const isAllowed = reading.marks.some((name) => name === type) || context.isStored || context.isUnchanged(`${at}.type`);
  if (!rule || !isAllowed) return context.reject(`must be one of ${reading.marks.join(", ")}`, `${at}.type`);
  if (seen.has(type)) return context.reject("must not be there twice", `${at}.type`);
  seen.add(type);
  rejectUnknown(context, mark, ["type", "attrs"], at);
  const attrs = parseAttributes(reading, rule, mark["attrs"], `${at}.attrs`);
  const problem = attrs && !context.isUnchanged(`${at}.attrs`) ? (rule.problem?.(attrs) ?? null) : null;
  if (problem) return context.reject(problem, `${at}.attrs`);
  if (!attrs && rule.problem) return context.reject("must be an object", `${at}.attrs`);
  if (attrs && rule.problem && (attrs["entity"] ?? null) !== null)
    referTo(reading, { attribute: "id", to: "record" }, attrs, `${at}.attrs`);
  return { ...mark, ...(attrs && { attrs }) };
}

/** The attributes as they were sent, texts in NFC. */
function parseAttributes({ context }: Reading, { attrs: known }: NodeRule | MarkRule, given: unknown, at: string): Attrs | undefined {
  const required = Object.entries(known).filter(([, { required: isRequired }]) => isRequired);
  if (given !== undefined && !isPlainObject(given)) return context.reject("must be an object", at);
  const attrs = given ?? {};
  for (const [name] of required) if (!Object.hasOwn(attrs, name)) context.reject("is required", `${at}.${name}`);
  rejectUnknown(context, attrs, Object.keys(known), at);
  for (const [name, attribute] of Object.entries(known)) {
    if (!Object.hasOwn(attrs, name) || context.isUnchanged(`${at}.${name}`)) continue;
    const problem = attributeProblem(attribute, attrs[name]);
    if (problem) context.reject(problem, `${at}.${name}`);
  }
  if (given === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(attrs).map(([name, value]) => [name, typeof value === "string" ? value.normalize("NFC") : value]),
  );
}

function attributeProblem({ required, problem }: Attribute, value: unknown): string | null {
  if (value !== null) return problem(value);
  return required ? "is required" : null;
}

/** A reference is read like a field of its own. An empty one stands for a record that is gone. */
function referTo(
  { context, definition, counted }: Reading,
  { attribute, to }: NonNullable<NodeRule["reference"]>,
  attrs: Attrs = {},
  at: string,
): void {
  const id = attrs[attribute] ?? null;
  const entity = to === "record" ? attrs["entity"] : to;
  if (typeof entity !== "string") return;
  const embeds = embedsOf(definition);
  if (to === "record" && !embeds.includes(entity) && !context.isStored && !context.isUnchanged(`${at}.entity`)) {
    context.reject(
      embeds.length > 0 ? `must be one of ${embeds.join(", ")}` : "must be omitted: the field embeds no records",
      `${at}.entity`,
    );
    return;
  }
  counted.references += id === null ? 0 : 1;
  if (to === "record" && !embeds.includes(entity)) return;
  context.parse(pointerDefinition(entity, definition), id, `${at}.${attribute}`);
}

function rejectUnknown(context: ParseContext, value: Attrs, known: readonly string[], at: string): void {
  for (const key of Object.keys(value))
    if (!known.includes(key) && !context.isUnchanged(`${at}.${key}`)) context.reject("is not known here", `${at}.${key}`);
}
