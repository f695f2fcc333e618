import type { Profiler } from "node:inspector";

/** A function or a group of them, and how long it ran. */
export interface Part {
  readonly name: string;
  readonly micros: number;
}

export interface SelfTimes {
  /** Without the time in which the process had nothing to do. */
  readonly totalMicros: number;
  /** By package of this repository, dependency, Node.js, native code and garbage collection; the longest first, as all lists here. */
  readonly byPart: readonly Part[];
  readonly byFunction: readonly Part[];
  /** By function of this repository: with the time of what it calls outside the repository. */
  readonly byOwnFunction: readonly Part[];
}

type ProfileNode = Profiler.ProfileNode;

const NOT_BUSY = new Set(["(idle)", "(root)"]);

interface SelfTimeOptions {
  /** The repository's folder as a URL, with a slash at its end. */
  readonly root: string;
  /** A sample counts at most this much: the process has waited for a processor if the next one comes later. */
  readonly longestMicros: number;
}

/** Adds up the samples of a CPU profile. */
export function selfTimesOf(profile: Profiler.Profile, { root, longestMicros }: SelfTimeOptions): SelfTimes {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const micros = microsById(profile, longestMicros);
  const [parts, functions, own] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  let totalMicros = 0;
  for (const [id, time] of micros) {
    const node = nodes.get(id);
    if (!node || NOT_BUSY.has(node.callFrame.functionName)) continue;
    totalMicros += time;
    add(parts, partOf(node, root), time);
    add(functions, placeOf(node, root), time);
    const owner = ownerOf(id, nodes, parents, root);
    if (owner) add(own, placeOf(owner, root), time);
  }
  return { totalMicros, byPart: sorted(parts), byFunction: sorted(functions), byOwnFunction: sorted(own) };
}

/** A sample stands for the time until the next one. */
function microsById({ samples = [], timeDeltas = [] }: Profiler.Profile, longest: number): ReadonlyMap<number, number> {
  const micros = new Map<number, number>();
  for (const [at, id] of samples.entries()) add(micros, id, Math.min(longest, Math.max(0, timeDeltas[at + 1] ?? 0)));
  return micros;
}

function partOf({ callFrame: { functionName, url } }: ProfileNode, root: string): string {
  if (functionName === "(garbage collector)") return "garbage collection";
  if (functionName === "(program)") return "native code, outside JavaScript";
  if (url === "") return "built-in functions";
  if (url.startsWith("node:")) return "Node.js";
  const [, dependency] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? [];
  if (dependency !== undefined) return `dependency ${dependency}`;
  const path = pathIn(url, root);
  return path === null ? "elsewhere" : (/^(?:(?:packages|services)\/)?[^/]+/.exec(path)?.[0] ?? path);
}

function isOwn({ callFrame: { url } }: ProfileNode, root: string): boolean {
  return pathIn(url, root) !== null && !url.includes("/node_modules/");
}

function pathIn(url: string, root: string): string | null {
  return url.startsWith(root) ? url.slice(root.length) : null;
}

/** The function and its place, such as `sendJson packages/runtime/src/http/send.ts:12`. */
function placeOf({ callFrame: { functionName, url, lineNumber } }: ProfileNode, root: string): string {
  const name = functionName || "(anonymous)";
  if (url === "") return name;
  const path = pathIn(url, root)?.replace(/^.*node_modules\//, "") ?? url;
  return `${name} ${path}:${lineNumber + 1}`;
}

/** The nearest function of this repository on the stack. */
function ownerOf(
  id: number,
  nodes: ReadonlyMap<number, ProfileNode>,
  parents: ReadonlyMap<number, number>,
  root: string,
): ProfileNode | null {
  for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
    const node = nodes.get(at);
    if (node && isOwn(node, root)) return node;
  }
  return null;
}

function add<Key>(sums: Map<Key, number>, key: Key, more: number): void {
  sums.set(key, (sums.get(key) ?? 0) + more);
}

function sorted(sums: ReadonlyMap<string, number>): readonly Part[] {
  return [...sums].map(([name, micros]) => ({ name, micros })).toSorted((one, other) => other.micros - one.micros);
}
