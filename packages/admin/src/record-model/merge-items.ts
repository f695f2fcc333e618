/** Merges the changes of two people to a list whose items have no identity, such as the paragraphs of a text. */
import { diffArrays } from "diff";

/** A value before the changes, and as each of the two has it. */
export interface Three<T> {
  readonly base: T;
  readonly mine: T;
  readonly theirs: T;
}

/** An item that both have changed differently: what each has in its place. */
export interface ItemConflict<T> {
  /** Its place in the list before the changes. */
  readonly base: number;
  /** The place of the first of my items in the merged list. */
  readonly at: number;
  readonly mine: readonly T[];
  readonly theirs: readonly T[];
}

export interface MergedItems<T> {
  /** With my items where there is a conflict. */
  readonly items: readonly T[];
  readonly conflicts: readonly ItemConflict<T>[];
}

export interface ItemRules<T> {
  /** Items with the same key are the same. */
  readonly keyOf: (item: T) => string;
  /** Merges the two forms of one item; null if somebody must choose. */
  readonly mergeItem: (item: Three<T>) => T | null;
}

/** What somebody has made of a list. */
interface Changes<T> {
  /** What stands in place of each item; null for an item that is unchanged. */
  readonly instead: readonly (readonly T[] | null)[];
  /** What was inserted before each item, and after the last one. */
  readonly before: readonly (readonly T[])[];
}

/** The list with the changes of both. What both have inserted at the same place are their items, then mine. */
export function mergeItems<T>({ base, mine, theirs }: Three<readonly T[]>, rules: ItemRules<T>): MergedItems<T> {
  const [own, other] = [changesIn(base, mine, rules), changesIn(base, theirs, rules)];
  const items: T[] = [];
  const conflicts: ItemConflict<T>[] = [];
  const keys = (list: readonly T[]) => JSON.stringify(list.map(rules.keyOf));
  const addInserted = (at: number) => {
    const [first, second] = [own.before[at] ?? [], other.before[at] ?? []];
    items.push(...second, ...(keys(first) === keys(second) ? [] : first));
  };
  for (const [at, item] of base.entries()) {
    addInserted(at);
    const [first, second] = [own.instead[at] ?? null, other.instead[at] ?? null];
    const whole = first && second && keys(first) !== keys(second) ? mergedOne({ base: item, mine: first, theirs: second }, rules) : null;
    if (first && second && keys(first) !== keys(second) && !whole)
      conflicts.push({ base: at, at: items.length, mine: first, theirs: second });
    items.push(...(whole ?? first ?? second ?? [item]));
  }
  addInserted(base.length);
  return { items, conflicts };
}

function mergedOne<T>(
  { base, mine, theirs }: { readonly base: T; readonly mine: readonly T[]; readonly theirs: readonly T[] },
  { mergeItem }: ItemRules<T>,
): readonly T[] | null {
  const [[ours], [other]] = [mine, theirs];
  if (mine.length !== 1 || theirs.length !== 1 || ours === undefined || other === undefined) return null;
  const merged = mergeItem({ base, mine: ours, theirs: other });
  return merged === null ? null : [merged];
}

function changesIn<T>(base: readonly T[], changed: readonly T[], { keyOf }: ItemRules<T>): Changes<T> {
  const instead: (readonly T[] | null)[] = base.map(() => null);
  const before: (readonly T[])[] = Array.from({ length: base.length + 1 }, () => []);
  let [removed, added]: readonly [T[], T[]] = [[], []];
  let [at, taken] = [0, 0]; // items of the base, and of the changed list, that are behind
  const flush = () => {
    const start = at - removed.length;
    if (removed.length === 0) before[start] = added;
    else for (const [index, items] of paired(removed, added, keyOf).entries()) instead[start + index] = items;
    [removed, added] = [[], []];
  };
  for (const part of diffArrays(base.map(keyOf), changed.map(keyOf))) {
    if (!part.added && !part.removed) flush();
    const { length } = part.value;
    if (part.removed) removed = base.slice(at, at + length);
    if (part.added) added = changed.slice(taken, taken + length);
    if (!part.added) at += length;
    if (!part.removed) taken += length;
  }
  flush();
  return { instead, before };
}

/** More pairs than these are not compared: then the items belong together by their order. */
const MAX_COMPARED = 10_000;

/** What stands in place of each removed item: the added items that are most like it. */
function paired<T>(removed: readonly T[], added: readonly T[], keyOf: (item: T) => string): readonly (readonly T[])[] {
  const isCompared = removed.length !== added.length && removed.length * added.length <= MAX_COMPARED;
  const places = isCompared ? mostAlike(removed.map(keyOf), added.map(keyOf)) : added.map((_, at) => Math.min(at, removed.length - 1));
  return removed.map((_, place) => added.filter((__, at) => places[at] === place));
}

/** For each added text the place of the removed one that it belongs to, in the same order. */
function mostAlike(removed: readonly string[], added: readonly string[]): readonly number[] {
  const [before, after] = [removed.map(wordsOf), added.map(wordsOf)];
  /** The best sum for the texts from these places on. */
  const sums = Array.from({ length: removed.length + 1 }, () => Array.from({ length: added.length + 1 }, () => 0));
  const sum = (row: number, column: number) => sums[row]?.[column] ?? 0;
  const pair = (row: number, column: number) => likeness(before[row], after[column]) + sum(row + 1, column + 1);
  for (let row = removed.length - 1; row >= 0; row--)
    for (let column = added.length - 1; column >= 0; column--)
      (sums[row] as number[])[column] = Math.max(pair(row, column), sum(row + 1, column), sum(row, column + 1));
  const places: number[] = [];
  let [row, column, last] = [0, 0, -1];
  while (column < added.length) {
    if (row < removed.length && sum(row, column) === pair(row, column)) {
      last = row;
      places[column++] = row++;
    } else if (row < removed.length && sum(row, column) === sum(row + 1, column)) row++;
    else places[column++] = last;
  }
  return places.map((place) => Math.max(place, 0));
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(/[\p{L}\p{N}]+/gu));
}

/** The share of words that both have; a little for two without any, so that all are paired. */
function likeness(a: ReadonlySet<string> = new Set(), b: ReadonlySet<string> = new Set()): number {
  return 0.001 + [...a].filter((word) => b.has(word)).length / Math.max(a.size, b.size, 1);
}
