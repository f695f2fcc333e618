/** Marks that are given by styles, as elements. */
import { isBlock, newElement, rewritten, styleOf, withChildren, type Child, type Element } from "./html-tree.ts";

const NO_COLOUR = /^(?:transparent|inherit|initial|none|white|#fff(?:fff)?|rgb\(255, ?255, ?255\)|rgba\(.*, ?0\))$/;

/** The elements that an element's style stands for. */
function tagsOf(style: ReadonlyMap<string, string>): readonly string[] {
  const line = `${style.get("text-decoration") ?? ""} ${style.get("text-decoration-line") ?? ""}`;
  const colour = style.get("background-color") ?? style.get("background") ?? style.get("mso-highlight") ?? "transparent";
  const given: readonly (readonly [string, boolean])[] = [
    ["strong", isBold(style.get("font-weight"))],
    ["em", /italic|oblique/.test(style.get("font-style") ?? "")],
    ["u", line.includes("underline")],
    ["s", line.includes("line-through")],
    ["sup", style.get("vertical-align") === "super"],
    ["sub", style.get("vertical-align") === "sub"],
    ["mark", !NO_COLOUR.test(colour)],
  ];
  return given.flatMap(([tag, isGiven]) => (isGiven ? [tag] : []));
}

function isBold(weight: string | undefined): boolean {
  return weight === "bold" || weight === "bolder" || Number(weight) >= 600;
}

/** Whether a style takes away what the element stands for: `<b style="font-weight:normal">`. */
function isUndone({ tagName }: Element, style: ReadonlyMap<string, string>): boolean {
  const weight = style.get("font-weight");
  if (tagName === "b" || tagName === "strong") return weight !== undefined && !isBold(weight);
  if (tagName === "i" || tagName === "em") return style.get("font-style") === "normal";
  return tagName === "u" && style.get("text-decoration") === "none";
}

export const INLINE: ReadonlySet<string> = new Set([
  "span",
  "font",
  "b",
  "strong",
  "i",
  "em",
  "u",
  "s",
  "sub",
  "sup",
  "mark",
  "ins",
  "del",
]);

/** An element with the elements that its style stands for. */
export function withMarks(element: Element, children: readonly Child[]): readonly Child[] {
  if (element.tagName === "a") return [withChildren(element, withoutUnderline(children))];
  if (!INLINE.has(element.tagName) || children.some(isBlock)) return [withChildren(element, children)];
  const style = styleOf(element);
  const kept =
    isUndone(element, style) || element.tagName === "span" || element.tagName === "font"
      ? [...children]
      : [withChildren(element, children)];
  return tagsOf(style)
    .filter((tag) => tag !== element.tagName)
    .reduce<readonly Child[]>((inside, tag) => [newElement(tag, inside)], kept);
}

/** Links are underlined anyway. */
function withoutUnderline(nodes: readonly Child[]): readonly Child[] {
  return rewritten(nodes, (element, children) => (element.tagName === "u" ? children : [withChildren(element, children)]));
}
