import { stripTypeScriptTypes } from "node:module";
import { parse } from "acorn";
import type { AnyNode, Node } from "acorn";

/** A small change of a source file that makes a rule wrong. */
export interface Mutant {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  readonly line: number;
}

const OPERATORS: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "&&": "||",
  "||": "&&",
  "??": "&&",
};
const METHODS: Readonly<Record<string, string>> = { every: "some", some: "every" };

/** All mutants of a TypeScript source: other operators, conditions that always or never hold, other booleans, `some` for `every`. */
export function mutantsOf(source: string): readonly Mutant[] {
  const script = stripTypeScriptTypes(source); // positions stay the same
  const found: Omit<Mutant, "line">[] = [];
  const replace = ({ start, end }: Pick<Node, "start" | "end">, replacement: string) => found.push({ start, end, replacement });
  const visit = (node: AnyNode): void => {
    mutate(node, script, replace);
    for (const child of childrenOf(node)) visit(child);
  };
  visit(parse(script, { ecmaVersion: "latest", sourceType: "module" }));
  return found
    .map((mutant) => ({ ...mutant, line: source.slice(0, mutant.start).split("\n").length }))
    .toSorted((a, b) => a.start - b.start);
}

function mutate(node: AnyNode, script: string, replace: (at: Pick<Node, "start" | "end">, replacement: string) => unknown): void {
  switch (node.type) {
    case "BinaryExpression":
    case "LogicalExpression": {
      const other = OPERATORS[node.operator];
      const start = script.indexOf(node.operator, node.left.end);
      if (other !== undefined) replace({ start, end: start + node.operator.length }, other);
      return;
    }
    case "ConditionalExpression":
    case "IfStatement":
      for (const value of ["true", "false"]) replace(node.test, value);
      return;
    case "UnaryExpression":
      if (node.operator === "!") replace(node, script.slice(node.argument.start, node.argument.end));
      return;
    case "Literal":
      if (typeof node.value === "boolean") replace(node, String(!node.value));
      return;
    case "MemberExpression": {
      const other = node.property.type === "Identifier" && !node.computed ? METHODS[node.property.name] : undefined;
      if (other !== undefined) replace(node.property, other);
    }
  }
}

function childrenOf(node: AnyNode): readonly AnyNode[] {
  return Object.values(node)
    .flat()
    .filter((value): value is AnyNode => typeof value === "object" && value !== null && typeof Object(value).type === "string");
}
