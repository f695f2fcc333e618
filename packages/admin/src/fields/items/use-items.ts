import { arrayMove } from "@dnd-kit/sortable";
import { randomId } from "@mantine/hooks";
import { useState } from "react";

/** The items of a list with functions that change it. Each item has a stable key. */
export function useItems<T>(items: readonly T[], set: (items: readonly T[]) => void) {
  const [known, setKnown] = useState<readonly string[]>([]);
  const keys = items.map((_, at) => known[at] ?? `item-${at}`);
  const change = (nextKeys: readonly string[], next: readonly T[]) => {
    setKnown(nextKeys);
    set(next);
  };
  return {
    keys,
    move: (from: number, to: number) => change(arrayMove([...keys], from, to), arrayMove([...items], from, to)),
    remove: (at: number) => change(keys.toSpliced(at, 1), items.toSpliced(at, 1)),
    add: (item: T, at = items.length) => change(keys.toSpliced(at, 0, randomId("item-")), items.toSpliced(at, 0, item)),
  };
}
