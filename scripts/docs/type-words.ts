/** Types of TypeScript in the words of the documentation: `string, or number`. */
import ts from "typescript";

/** The types that a page describes in sections of their own, or calls by a name, by the names of the types. */
export type KnownTypes = Readonly<Record<string, { readonly heading?: string; readonly one?: string }>>;

export interface TypeWords {
  readonly values: string;
  /** The headings of the sections that describe types in it. */
  readonly described: readonly string[];
}

/** Objects with more members, and unions of more literals, are not spelt out. */
const SPELT_OUT = { members: 4, literals: 6 };
const { TypeFlags } = ts;
const NAMED_OBJECTS = new Set(["RegExp"]);

export function createTypeWords(checker: ts.TypeChecker, known: KnownTypes) {
  const knownAs = (type: ts.Type) => known[(type.aliasSymbol ?? type.symbol)?.name ?? ""];
  const itemOf = (list: ts.Type) => checker.getTypeArguments(list as ts.TypeReference)[0] ?? checker.getUnknownType();

  /** The words for a value of the type; `order` contains the literals in the order of the source. */
  function wordsOf(type: ts.Type, order: readonly string[]): readonly string[] {
    if (type.flags & TypeFlags.Unknown) return ["any value"];
    const members = membersOf(checker.getNonNullableType(type));
    const literals = members.flatMap((member) => (member.isStringLiteral() ? [member.value] : []));
    const sorted = literals.toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
    const rest = members.filter((member) => !member.isStringLiteral()).toSorted((a, b) => rankOf(a) - rankOf(b));
    const words = [...(literals.length > SPELT_OUT.literals ? ["string"] : sorted), ...rest.map((member) => wordOf(member, order))];
    return [...new Set(words.includes("object") ? words.filter((word) => !word.startsWith("{")) : words)];
  }

  function membersOf(type: ts.Type): readonly ts.Type[] {
    if (!type.isUnion() || type.flags & TypeFlags.Boolean || knownAs(type)) return [type];
    const isBoolean = ({ flags }: ts.Type): boolean => (flags & TypeFlags.BooleanLiteral) > 0;
    const rest = type.types.filter((member) => !isBoolean(member));
    return type.types.length - rest.length === 2 ? [...rest, checker.getBooleanType()] : type.types;
  }

  function wordOf(type: ts.Type, order: readonly string[]): string {
    if (type.flags & TypeFlags.Any) return "any value";
    if (type.flags & TypeFlags.Boolean) return "boolean";
    if (checker.isArrayType(type)) return listOf(itemOf(type), order);
    if (type.getCallSignatures().length > 0) return "function";
    if (!(type.flags & (TypeFlags.Object | TypeFlags.Intersection | TypeFlags.Union))) return checker.typeToString(type);
    return NAMED_OBJECTS.has(type.symbol?.name) ? type.symbol.name : objectOf(type, order);
  }

  function listOf(item: ts.Type, order: readonly string[]): string {
    const words = [knownAs(item)?.one ?? wordsOf(item, order)].flat();
    return words.length > 1 ? `(${joined(words)})[]` : `${words.join("")}[]`;
  }

  function objectOf(type: ts.Type, order: readonly string[]): string {
    const [only, ...others] = type.getProperties();
    if (!only || others.length >= SPELT_OUT.members || knownAs(type)) return "object";
    if (others.length > 0) return `{ ${[only, ...others].map(({ name }) => name).join(", ")} }`;
    return `{ ${only.name}: ${joined(wordsOf(checker.getTypeOfSymbol(only), order))} }`;
  }

  function describedIn(type: ts.Type): readonly string[] {
    const heading = knownAs(type)?.heading;
    if (heading !== undefined) return [heading];
    if (checker.isArrayType(type)) return describedIn(itemOf(type));
    return type.isUnion() ? type.types.flatMap(describedIn) : [];
  }

  /** The literals in a declaration and in the types that it names; TypeScript sorts the members of unions by their first use. */
  function literalsIn(node: ts.Node, seen: Set<ts.Node>): readonly string[] {
    if (seen.has(node)) return [];
    seen.add(node);
    if (ts.isStringLiteral(node)) return [node.text];
    const inside = ts.isIdentifier(node) ? declarationsOf(node) : node.getChildren();
    return inside.flatMap((child) => literalsIn(child, seen));
  }

  function declarationsOf(name: ts.Identifier): readonly ts.Declaration[] {
    const symbol = checker.getSymbolAtLocation(name);
    const { declarations = [] } = symbol ? targetOf(checker, symbol) : {};
    return declarations.filter((node) => ts.isTypeAliasDeclaration(node) || ts.isVariableDeclaration(node));
  }

  /** The values that a property takes, in words. */
  return function wordsFor(property: ts.Symbol): TypeWords {
    const type = checker.getTypeOfSymbol(property);
    const order = (property.declarations ?? []).flatMap((node) => literalsIn(node, new Set()));
    return { values: joined(wordsOf(type, order)), described: [...new Set(describedIn(checker.getNonNullableType(type)))] };
  };
}

/** What an imported or exported name stands for. */
export function targetOf(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** `string` before objects, and `false` last. */
function rankOf({ flags }: ts.Type): number {
  if (flags & TypeFlags.BooleanLiteral) return 2;
  return flags & (TypeFlags.String | TypeFlags.Number | TypeFlags.Boolean) ? 0 : 1;
}

const TYPES = new Set(["string", "number", "boolean", "function", "object", "false"]);

/** `draft, live`; with types `string, or number`. */
function joined(words: readonly string[]): string {
  const isLiterals = words.every((word) => /^[\w-]+$/.test(word) && !TYPES.has(word));
  return isLiterals || words.length === 1 ? words.join(", ") : `${words.slice(0, -1).join(", ")}, or ${words.at(-1)}`;
}
