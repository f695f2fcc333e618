import { arrayMove } from "@dnd-kit/sortable";

interface OneOrMany {
  readonly many?: boolean;
  readonly max?: number;
}
type Chosen = string | readonly string[];

/** The ids in a field of one or many references, with functions that change them. */
export function useChosen({ many, max }: OneOrMany, value: Chosen | null, set: (value: Chosen | null) => void) {
  const ids = [value ?? []].flat();
  const most = many ? (max ?? Number.POSITIVE_INFINITY) : 1;
  const change = (next: readonly string[]) => set(many ? next : (next[0] ?? null));
  return {
    ids,
    isFull: ids.length >= most,
    add: (...more: readonly string[]) => change([...ids, ...more.filter((id) => !ids.includes(id))].slice(0, most)),
    remove: (id: string) => change(ids.filter((other) => other !== id)),
    move: (from: number, to: number) => change(arrayMove([...ids], from, to)),
  };
}
