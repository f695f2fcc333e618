/** A regular expression of JavaScript in RE2's syntax, with the same meaning. */
import type { AST } from "@eslint-community/regexpp";
import { propertyClass } from "./properties.ts";

/** Syntax that RE2 lacks; the message names the alternative. */
export class NotLinear extends Error {
  override readonly name = "NotLinear";
}

/** ECMAScript's white space and line terminators; RE2's own `\s` is ASCII only. */
const SPACE = String.raw`\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;
const NOT_SPACE = String.raw`\x{0}-\x{8}\x{e}-\x{1f}!-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`;
const NO_LINE_END = String.raw`[^\n\r\x{2028}\x{2029}]`;
const ANYTHING = String.raw`[\x{0}-\x{10ffff}]`;
const NOTHING = String.raw`[^\x{0}-\x{10ffff}]`;
const SETS = {
  digit: { set: "0-9", not: String.raw`\D` },
  word: { set: String.raw`\w`, not: String.raw`\W` },
  space: { set: SPACE, not: NOT_SPACE },
};

const point = (value: number): string => `\\x{${value.toString(16)}}`;

/** @throws NotLinear for look-around, back-references and the set operations of the flag v. */
export function toRe2(pattern: AST.Pattern, flags: AST.Flags): string {
  const modes = `${flags.ignoreCase ? "i" : ""}${flags.multiline ? "m" : ""}`;
  return `${modes && `(?${modes})`}${alternatives(pattern.alternatives, flags)}`;
}

function alternatives(of: readonly AST.Alternative[], flags: AST.Flags): string {
  return of
    .map(({ elements }) =>
      joinSurrogates(elements)
        .map((element) => toElement(element, flags))
        .join(""),
    )
    .join("|");
}

/** Without the flag u a character above U+FFFF is written as two surrogates; RE2 reads whole characters. */
function joinSurrogates<T extends AST.Node>(nodes: readonly T[]): readonly T[] {
  return nodes.reduce<T[]>((joined, node) => {
    const before = joined.at(-1);
    if (before?.type !== "Character" || node.type !== "Character" || before.value >> 10 !== 0x36 || node.value >> 10 !== 0x37)
      return [...joined, node];
    return [...joined.slice(0, -1), { ...node, value: 0x10000 + ((before.value & 0x3ff) << 10) + (node.value & 0x3ff) }];
  }, []);
}

function toElement(element: AST.Element, flags: AST.Flags): string {
  switch (element.type) {
    case "Character":
      return point(element.value);
    case "CharacterSet":
      return element.kind === "any" ? (flags.dotAll ? ANYTHING : NO_LINE_END) : `[${setMembers(element)}]`;
    case "CharacterClass":
      return toClass(element);
    case "CapturingGroup":
    case "Group":
      return toGroup(element, flags);
    case "Quantifier":
      return `(?:${toElement(element.element, flags)})${quantity(element)}`;
    case "Assertion":
      return toAssertion(element);
    case "ExpressionCharacterClass":
      throw new NotLinear(`Write out the set ${element.raw}: set operations of the flag v can't be used here.`);
    default:
      throw new NotLinear(`Rewrite this pattern without the back-reference ${element.raw}: patterns are matched in linear time.`);
  }
}

function toAssertion(assertion: AST.Assertion): string {
  if (assertion.kind === "start") return "^";
  if (assertion.kind === "end") return "$";
  if (assertion.kind === "word") return assertion.negate ? String.raw`\B` : String.raw`\b`;
  throw new NotLinear(
    `Rewrite this pattern without the ${assertion.kind} ${assertion.raw}: patterns are matched in linear time. The field's validate may check more.`,
  );
}

function toGroup(group: AST.Group | AST.CapturingGroup, flags: AST.Flags): string {
  const modifiers = group.type === "Group" ? group.modifiers : null;
  const [on, off] = [modifiers?.add, modifiers?.remove];
  const within = { ...flags, dotAll: (flags.dotAll || on?.dotAll === true) && off?.dotAll !== true };
  const removed = off ? `-${lettersOf(off)}` : "";
  const modes = `${on ? lettersOf(on) : ""}${removed === "-" ? "" : removed}`;
  return `(?${modes}:${alternatives(group.alternatives, within)})`;
}

/** `s` is left out: the dot is written as an explicit class. */
function lettersOf({ ignoreCase, multiline }: AST.ModifierFlags): string {
  return `${ignoreCase ? "i" : ""}${multiline ? "m" : ""}`;
}

function quantity({ min, max, greedy }: AST.Quantifier): string {
  if (Math.max(min, max === Infinity ? 0 : max) > 1_000)
    throw new NotLinear("Use at most 1000 repetitions in this pattern; use maxLength for lengths.");
  const times = `{${min},${max === Infinity ? "" : max}}`;
  return `${{ "{0,}": "*", "{1,}": "+", "{0,1}": "?" }[times] ?? times}${greedy ? "" : "?"}`;
}

function toClass({ elements, negate }: AST.CharacterClass): string {
  if (elements.length === 0) return negate ? ANYTHING : NOTHING;
  return `[${negate ? "^" : ""}${joinSurrogates(elements).map(classMember).join("")}]`;
}

function classMember(member: AST.CharacterClassElement): string {
  if (member.type === "Character") return point(member.value);
  if (member.type === "CharacterClassRange") return `${point(member.min.value)}-${point(member.max.value)}`;
  if (member.type === "CharacterSet") return setMembers(member);
  throw new NotLinear(`Write out the set ${member.raw}: sets inside sets can't be used here.`);
}

function setMembers(set: Exclude<AST.CharacterSet, AST.AnyCharacterSet>): string {
  if (set.kind !== "property") return set.negate ? SETS[set.kind].not : SETS[set.kind].set;
  if (set.strings) throw new NotLinear(`Rewrite this pattern without ${set.raw}: it matches several characters at once.`);
  return propertyClass(set);
}
