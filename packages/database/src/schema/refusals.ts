import { isStepNeeded } from "@colophon/engine";
import type { TableChange } from "@colophon/engine";

/** `true`, or the parts of the configuration whose data may be lost: `article.title`, or `article` with all its fields. */
export type AllowedLoss = true | readonly string[];

/** A refused start. `reasons` are sentences for the person who started it. */
export class SchemaRefused extends Error {
  override readonly name = "SchemaRefused";
  readonly reasons: readonly string[];

  constructor(summary: string, reasons: readonly string[]) {
    super([summary, ...reasons.map((reason) => `- ${reason}`)].join("\n"));
    this.reasons = reasons;
  }
}

/** The changes that lose stored values without permission. */
export function lossOf(changes: readonly TableChange[], allowed: AllowedLoss): TableChange[] {
  if (allowed === true) return [];
  const isAllowed = ({ configPath }: TableChange) =>
    allowed.includes(configPath) || allowed.includes(configPath.split(".")[0] ?? configPath);
  return changes.filter((change) => change.lossy !== null && !isAllowed(change));
}

/** @throws SchemaRefused with one sentence for each loss. */
export function refuseLoss(losses: readonly TableChange[]): void {
  if (losses.length === 0) return;
  const configPaths = [...new Set(losses.map(({ configPath }) => configPath))].join(",");
  throw new SchemaRefused(
    `This configuration would delete stored values. Restore the fields, rename them with renamedFrom, or allow the loss: ALLOW_DATA_LOSS=${configPaths}`,
    losses.map(({ configPath, lossy }) => `${configPath}: ${lossy}`),
  );
}

const UNIQUE_VIOLATION = "23505";

/** The error for a failed change: a message if stored values prevent the change, else the original error. */
export function unfitValues({ configPath }: TableChange, error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error) || error.code !== UNIQUE_VIOLATION) return error;
  const correction = "some records have the same value. Change the values first, or remove unique";
  return new SchemaRefused("The stored values don't match this configuration.", [`${configPath}: ${correction}`]);
}

/** @throws SchemaRefused if an older configuration would need any change other than removing what the newer one has added. */
export function refuseOlder(changes: readonly TableChange[], reshaped: readonly string[] = []): void {
  const missing = changes.filter(({ step, hasVariant }) => !hasVariant && isStepNeeded(step));
  const needed = [...missing.map(({ configPath }) => configPath), ...reshaped];
  if (needed.length === 0) return;
  throw new SchemaRefused(
    "The database has a newer configuration, which other processes use. Start with that configuration, or stop all processes first to go back.",
    [...new Set(needed)].map((configPath) => `${configPath} differs`),
  );
}
