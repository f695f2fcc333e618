import type { ClientBase } from "pg";

/** What the tests read of a node of PostgreSQL's `explain (analyze, buffers, format json)`. */
export interface PlanNode {
  readonly "Node Type": string;
  readonly "Index Name"?: string;
  readonly "Relation Name"?: string;
  readonly "Parent Relationship"?: string;
  readonly "Heap Fetches"?: number;
  readonly "Actual Loops": number;
  readonly "Shared Hit Blocks": number;
  readonly "Shared Read Blocks": number;
  readonly Plans?: readonly PlanNode[];
}

/**
 * The plan with which PostgreSQL runs a statement, with the buffers that it reads. The first run of a connection also reads the catalog
 * for functions and operators; so does a run after many tables of the server were changed, those of other databases too, because
 * PostgreSQL then clears its caches. The statement is run three times, each in a transaction that is rolled back, and the run with the
 * fewest buffers is returned.
 */
export async function explain(client: ClientBase, text: string, values: readonly unknown[] = []): Promise<PlanNode> {
  const plans: PlanNode[] = [];
  for (let run = 0; run < 3; run++) {
    await client.query("begin");
    const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(`explain (analyze, buffers, format json) ${text}`, [
      ...values,
    ]);
    await client.query("rollback");
    plans.push(...rows.map((row) => row["QUERY PLAN"][0].Plan));
  }
  return plans.reduce((least, plan) => (buffersOf(plan) < buffersOf(least) ? plan : least));
}

export const buffersOf = (node: PlanNode): number => node["Shared Hit Blocks"] + node["Shared Read Blocks"];

/** A node and all below it. */
export function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
