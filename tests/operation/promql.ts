import { parser } from "@prometheus-io/lezer-promql";

/** A metric in an expression, with its label selectors. */
export interface Selected {
  readonly metric: string;
  readonly labels: readonly string[];
}

/** The metrics in a PromQL expression. @throws Error if it is invalid. */
export function selectedIn(expression: string): Selected[] {
  const text = expression.replaceAll("$__rate_interval", "5m"); // a variable of Grafana
  const found: { metric: string; labels: string[] }[] = [];
  parser.parse(text).iterate({
    enter({ type, name, from, to, node }) {
      if (type.isError) throw new Error(`Invalid PromQL at position ${from}: ${text}`);
      const here = text.slice(from, to);
      if (name === "VectorSelector") found.push({ metric: text.slice(node.firstChild?.from, node.firstChild?.to), labels: [] });
      if (name === "LabelName") found.at(-1)?.labels.push(here);
    },
  });
  return found;
}
