import type { Usage } from "@colophon/client";
import type { AdminConfig } from "../../api/admin-entities.ts";
import { usagesPage } from "../usages/use-usages.ts";
import type { Move } from "./moved-value.ts";
import { stepsOf } from "./plan.ts";
import { writeStep, type Failure } from "./write-step.ts";

export interface Moved {
  /** In how many places the other record stands now. */
  readonly moved: number;
  readonly failures: readonly Failure[];
}

const PAGE = 100;
/** What is live, then drafts that were hidden by it; once more for what others have added meanwhile. */
const ROUNDS = 3;

/** Moves everything that the caller can see and may write. Told how much is done after each write. */
export async function moveReferences(config: AdminConfig, move: Move, onProgress: (moved: number) => void): Promise<Moved> {
  const failures = new Map<string, Failure>();
  let moved = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const open = (await allUsages(move)).filter((usage) => !failures.has(placeOf(usage)));
    if (open.length === 0) break;
    for (const step of stepsOf(config, move, open)) {
      const failed = await writeStep(config, move, step);
      for (const failure of failed) failures.set(placeOf(failure.usage), failure);
      moved += step.usages.length - failed.length;
      onProgress(moved);
    }
  }
  return { moved, failures: [...failures.values()] };
}

function placeOf({ entity, id, field, draft }: Usage): string {
  return JSON.stringify([entity, id, field, draft]);
}

async function allUsages({ entity, from }: Move): Promise<readonly Usage[]> {
  const usages: Usage[] = [];
  let cursor: string | null | undefined = "";
  while (typeof cursor === "string") {
    const page: Awaited<ReturnType<typeof usagesPage>> = await usagesPage(entity, from, cursor, PAGE);
    usages.push(...page.data);
    cursor = page.meta.nextCursor;
  }
  return usages;
}
