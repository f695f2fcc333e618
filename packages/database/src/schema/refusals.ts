import type { TableChange } from "@colophon/engine";

/** `true`, or the places whose loss is accepted: `article.title`, or `article` with all its fields. */
export type AllowedLoss = true | readonly string[];

/** A start that must not happen. `reasons` are sentences for the person who started it. */
export class SchemaRefused extends Error {
  override readonly name = "SchemaRefused";
  readonly reasons: readonly string[];

  constructor(summary: string, reasons: readonly string[]) {
    super([summary, ...reasons.map((reason) => `- ${reason}`)].join("\n"));
    this.reasons = reasons;
  }
}

/** The changes that lose stored values without leave. */
export function lossOf(changes: readonly TableChange[], allowed: AllowedLoss): TableChange[] {
  if (allowed === true) return [];
  const isAllowed = ({ place }: TableChange) => allowed.includes(place) || allowed.includes(place.split(".")[0] ?? place);
  return changes.filter((change) => change.lossy !== null && !isAllowed(change));
}

/** @throws SchemaRefused with one sentence for each loss. */
export function refuseLoss(losses: readonly TableChange[]): void {
  if (losses.length === 0) return;
  const places = [...new Set(losses.map(({ place }) => place))].join(",");
  throw new SchemaRefused(
    `This configuration would lose stored values. Put them back, say where they went with renamedFrom, or allow it: ALLOW_DATA_LOSS=${places}`,
    losses.map(({ place, lossy }) => `${place}: ${lossy}`),
  );
}

const UNIQUE_VIOLATION = "23505";

/** What to throw where a change failed: a sentence when stored values stand in its way, else the error as it came. */
export function unfitValues({ place }: TableChange, error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error) || error.code !== UNIQUE_VIOLATION) return error;
  const mend = "some records have the same value, where each needs its own. Make them distinct first, or leave unique out";
  return new SchemaRefused("The stored values don't fit this configuration.", [`${place}: ${mend}`]);
}

/** Without an index it is slower, but not wrong. */
const ONLY_TAKES_AWAY =
  /^(create or replace function|create index|drop (table|index|trigger|function)|alter table \S+ drop (column|constraint)|alter index \S+ alter column) /;

/** @throws SchemaRefused when an older configuration needs more than to ignore what the newer one has added. */
export function refuseOlder(changes: readonly TableChange[]): void {
  const needed = changes.filter(({ sql }) => !ONLY_TAKES_AWAY.test(sql));
  if (needed.length === 0) return;
  throw new SchemaRefused(
    "The database belongs to a newer configuration, which other processes run. Start with that one, or stop them all first to go back.",
    [...new Set(needed.map(({ place }) => `${place} differs`))],
  );
}
