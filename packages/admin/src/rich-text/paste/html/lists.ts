/** Lists of any program in the same form. */
import { attrOf, find, isElement, newElement, textOf, withChildren, type Child, type Element } from "./html-tree.ts";

/** Lists that stand between items belong to the item before. */
export function withListsInItems(element: Element, children: readonly Child[]): readonly Child[] {
  if (element.tagName !== "ul" && element.tagName !== "ol") return [withChildren(element, children)];
  const items = children.filter(isElement).reduce<readonly Element[]>((found, child) => {
    if (child.tagName === "li") return [...found, child];
    const last = found.at(-1);
    return last ? [...found.slice(0, -1), withChildren(last, [...last.childNodes, child])] : [newElement("li", [child])];
  }, []);
  return asTasks(element, items);
}

const TASK = /^\s*\[([ xX])\]\s*/;

/** Whether an item is done, by a checkbox or by its text; null if it is no task. */
function taskState(item: Element): boolean | null {
  const checked = attrOf(item, "aria-checked") ?? attrOf(item, "data-checked");
  if (checked !== null) return checked === "true";
  const box = find(item, ({ tagName, attrs }) => tagName === "input" && attrs.some(({ value }) => value === "checkbox"));
  if (box) return attrOf(box, "checked") !== null;
  const typed = TASK.exec(textOf(item))?.[1];
  return typed === undefined ? null : typed !== " ";
}

function asTasks(list: Element, items: readonly Element[]): readonly Child[] {
  const states = items.map(taskState);
  if (items.length === 0 || states.includes(null)) return [withChildren(list, items)];
  const tasks = items.map((item, at) => newElement("li", withoutBox(item.childNodes), { "data-checked": String(states[at]) }));
  return [newElement("ul", tasks, { "data-type": "taskList" })];
}

/** An item without its typed checkbox, which begins its first text. */
function withoutBox(nodes: readonly Child[]): readonly Child[] {
  const at = nodes.findIndex((node) => textOf(node).trim() !== "");
  const first = nodes[at];
  if (!first || !TASK.test(textOf(first))) return nodes;
  const changed = isElement(first)
    ? withChildren(first, withoutBox(first.childNodes))
    : { ...first, value: textOf(first).replace(TASK, "") };
  return [...nodes.slice(0, at), changed, ...nodes.slice(at + 1)];
}
