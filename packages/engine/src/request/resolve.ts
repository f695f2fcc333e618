/** `resolve[author]=name`, `resolve[author.company]=*` → a tree of relations to embed. */
import type { ErrorDetail } from "@colophon/model/errors";
import { MAX_NAMED_FIELDS } from "@colophon/model";
import type { Resolve } from "../requests.ts";
import { namesOf, type Parameter } from "./parameters.ts";

interface Node {
  readonly at: string;
  fields: readonly string[] | null;
  given: boolean;
  counted: boolean;
  readonly below: Map<string, Node>;
}

/** The maximum number of names. The number of relations in a path is checked when the relations are known. */
const MAX_NAMES = 24;
const COUNT = "$count";
export const MAX_RELATIONS = 16;

/** The maximum number of relations in a path. */
export const MAX_DEPTH = 3;

export function tooMany(): string {
  return `takes at most ${MAX_RELATIONS} relations`;
}

export function tooDeep(): string {
  return `may be nested at most ${MAX_DEPTH} deep`;
}

function childOf(nodes: Map<string, Node>, name: string, at: string): Node {
  const node = nodes.get(name) ?? { at, fields: [], given: false, counted: false, below: new Map() };
  nodes.set(name, node);
  return node;
}

/** The tree nodes below the relations of a path. */
function nodesBelow(root: Map<string, Node>, way: readonly string[], at: string): Map<string, Node> {
  return way.reduce((nodes, name) => childOf(nodes, name, at).below, root);
}

function placeResolve(root: Map<string, Node>, { at, keys, value }: Parameter, problems: ErrorDetail[]): void {
  const path = keys[0]?.split(".") ?? [];
  const [last, before] = [path.at(-1), path.slice(0, -1)];
  const refuse = (message: string) => void problems.push({ field: at, message });
  if (keys.length !== 1 || last === undefined || path.includes("")) return refuse("must be resolve[relation]=fields");
  if (last === COUNT) return placeCount(root, before, { at, value }, problems);
  if (path.length > MAX_NAMES) return refuse(tooDeep());
  const parents = nodesBelow(root, before, at);
  if (parents.get(last)?.given) return refuse("may be given only once");
  parents.set(last, {
    at,
    given: true,
    counted: parents.get(last)?.counted ?? false,
    below: childOf(parents, last, at).below,
    fields: value === "*" ? null : namesOf(at, value, MAX_NAMED_FIELDS, problems),
  });
}

/** `resolve[articles.$count]=true`: the number of records. */
function placeCount(
  root: Map<string, Node>,
  path: readonly string[],
  { at, value }: { at: string; value: string },
  problems: ErrorDetail[],
): void {
  const last = path.at(-1);
  if (last === undefined || path.length > MAX_DEPTH || value !== "true") {
    const message = value === "true" ? "must be resolve[field.$count]" : "must be true";
    return void problems.push({ field: at, message });
  }
  const node = childOf(nodesBelow(root, path.slice(0, -1), at), last, at);
  if (node.counted) problems.push({ field: at, message: "may be given only once" });
  node.counted = true;
}

/** The number of relations that parameters name. Those on the way to them, and names of objects, arrays and blocks, are known to the plan. */
function count(nodes: Map<string, Node>): number {
  return [...nodes.values()].reduce((sum, { given, counted, below }) => sum + (given || counted ? 1 : 0) + count(below), 0);
}

function toTree(nodes: Map<string, Node>): Readonly<Record<string, Resolve>> {
  // fromEntries makes own properties, whatever they are called
  return Object.fromEntries([...nodes].map(([name, node]) => [name, toResolve(node)]));
}

function toResolve({ at, fields, given, counted, below }: Node): Resolve {
  const onlyCounted = counted && !given && below.size === 0;
  return { fields, resolve: toTree(below), at, ...(counted && { counted }), ...(onlyCounted && { onlyCounted }) };
}

/** All `resolve` parameters together. A relation on the path to a deeper one is embedded with its id. */
export function parseResolve(parameters: readonly Parameter[], problems: ErrorDetail[]): Readonly<Record<string, Resolve>> {
  const root = new Map<string, Node>();
  for (const parameter of parameters) if (parameter.root === "resolve") placeResolve(root, parameter, problems);
  if (count(root) > MAX_RELATIONS) problems.push({ field: "resolve", message: tooMany() });
  return toTree(root);
}
