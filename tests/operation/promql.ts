import { parser } from "@prometheus-io/lezer-promql";

/** A metric that an expression names, with the labels that it asks for. */
export interface Selected {
  readonly metric: string;
  readonly labels: readonly string[];
}

/** What a PromQL expression asks of Prometheus. @throws Error when it is none. */
export function selectedIn(expression: string): Selected[] {
  const text = expression.replaceAll("$__rate_interval", "5m"); // Grafana's own
  const found: { metric: string; labels: string[] }[] = [];
  parser.parse(text).iterate({
    enter({ type, name, from, to, node }) {
      if (type.isError) throw new Error(`not PromQL at ${from}: ${text}`);
      const here = text.slice(from, to);
      if (name === "VectorSelector") found.push({ metric: text.slice(node.firstChild?.from, node.firstChild?.to), labels: [] });
      if (name === "LabelName") found.at(-1)?.labels.push(here);
    },
  });
  return found;
}
