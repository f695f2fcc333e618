import { Paper } from "@mantine/core";
import { useEffect, useId, useImperativeHandle, useState, type Ref } from "react";
import type { Insert } from "../tools/inserts.ts";

export interface SlashListRef {
  /** Whether the key did something here. */
  readonly press: (key: string) => boolean;
}
export interface SlashListProps {
  readonly items: readonly Insert[];
  readonly label: string;
  readonly onChoose: (item: Insert) => void;
  /** Called with the ids of the list and of its active item; null if there is none. */
  readonly onActive: (list: string, item: string | null) => void;
  readonly ref?: Ref<SlashListRef>;
}

/** The items of the menu; its keys come from the text, which keeps the focus. Without an item it is not there. */
export function SlashList({ items, label, onChoose, onActive, ref }: SlashListProps) {
  const id = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const at = Math.max(
    items.findIndex(({ name }) => name === chosen),
    0,
  );
  const active = items[at];
  const move = (by: number) => setChosen(items[(at + by + items.length) % items.length]?.name ?? null);
  useImperativeHandle(ref, () => ({
    press(key) {
      if (!active) return false;
      if (key === "ArrowDown") move(1);
      else if (key === "ArrowUp") move(-1);
      else if (key === "Enter" || key === "Tab") onChoose(active);
      else return false;
      return true;
    },
  }));
  const activeId = active ? `${id}-${active.name}` : null;
  useEffect(() => {
    onActive(id, activeId);
    if (activeId !== null) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [id, activeId, onActive]);
  if (!active) return null;
  return (
    <Paper withBorder shadow="md" p={4} className="slash-menu" role="listbox" tabIndex={0} id={id} aria-label={label}>
      {items.map((item) => (
        <div
          key={item.name}
          id={`${id}-${item.name}`}
          role="option"
          aria-selected={item === active}
          className="slash-menu-item"
          onMouseDown={(event) => event.preventDefault()} // the text keeps the focus
          onClick={() => onChoose(item)}
        >
          {item.label}
        </div>
      ))}
    </Paper>
  );
}
