import { Refusal } from "../failures.ts";

interface Keyed {
  readonly key: string;
}

/** What two sequences have under one key. */
export interface Pair<L extends Keyed, R extends Keyed> {
  readonly key: string;
  readonly left: L | null;
  readonly right: R | null;
}

/** Compares two sequences that are in the order of their keys, each key once. @throws Refusal if one is not */
export async function* merge<L extends Keyed, R extends Keyed>(
  left: AsyncIterable<L>,
  right: AsyncIterable<R>,
): AsyncGenerator<Pair<L, R>> {
  const [lefts, rights] = [ordered(left), ordered(right)];
  try {
    let [l, r] = [await nextOf(lefts), await nextOf(rights)];
    while (l || r) {
      const key = !r || (l && l.key < r.key) ? (l?.key ?? "") : r.key;
      const pair = { key, left: l?.key === key ? l : null, right: r?.key === key ? r : null };
      yield pair;
      if (pair.left) l = await nextOf(lefts);
      if (pair.right) r = await nextOf(rights);
    }
  } finally {
    await Promise.all([lefts.return(undefined), rights.return(undefined)]);
  }
}

async function* ordered<T extends Keyed>(items: AsyncIterable<T>): AsyncGenerator<T> {
  let last = "";
  for await (const item of items) {
    if (item.key <= last)
      throw new Refusal(`The storage lists ${item.key} after ${last}: files can only be compared in the order of their keys.`);
    last = item.key;
    yield item;
  }
}

async function nextOf<T>(items: AsyncGenerator<T>): Promise<T | null> {
  const { done, value } = await items.next();
  return done ? null : value;
}
