/** Lists whose items say at which level they are, instead of standing inside each other. */
import { attrOf, isElement, newElement, type Child, type Element } from "./html-tree.ts";

const LEVEL = "data-level";

/** An item of such a list. */
export function levelItem(
  children: readonly Child[],
  { level, start }: { readonly level: number; readonly start: number | null },
): Element {
  return newElement("li", children, { [LEVEL]: String(level), ...(start !== null && { "data-start": String(start) }) });
}

function isLevelItem(node: Child | undefined): node is Element {
  return node !== undefined && isElement(node) && attrOf(node, LEVEL) !== null;
}

function levelOf(item: Element): number {
  return Number(attrOf(item, LEVEL));
}

/** The nodes with such items in lists. Spaces between the items are left out. */
export function withLists(nodes: readonly Child[]): readonly Child[] {
  if (!nodes.some(isLevelItem)) return nodes;
  const groups: { readonly node: Child | null; readonly items: Element[] }[] = [];
  for (const node of nodes.filter((one) => isElement(one) || ("value" in one && one.value.trim() !== ""))) {
    const last = groups.at(-1);
    if (!isLevelItem(node)) groups.push({ node, items: [] });
    else if (last && last.node === null) last.items.push(node);
    else groups.push({ node: null, items: [node] });
  }
  return groups.flatMap(({ node, items }): readonly Child[] => (node ? [node] : listsOf(items)));
}

/** Items as lists; those of a deeper level belong to the item before them. */
function listsOf(items: readonly Element[]): readonly Element[] {
  const level = levelOf(items[0] as Element);
  const groups: { readonly item: Element; readonly inside: Element[] }[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last && levelOf(item) > level) last.inside.push(item);
    else groups.push({ item, inside: [] });
  }
  const lists: { readonly start: string | null; readonly items: Element[] }[] = [];
  for (const { item, inside } of groups) {
    const start = attrOf(item, "data-start");
    const whole = newElement("li", [...item.childNodes, ...(inside.length > 0 ? listsOf(inside) : [])]);
    const last = lists.at(-1);
    if (last && (last.start === null) === (start === null)) last.items.push(whole);
    else lists.push({ start, items: [whole] });
  }
  return lists.map(({ start, items: of }) => {
    if (start === null) return newElement("ul", of);
    return newElement("ol", of, start === "1" ? {} : { start });
  });
}
