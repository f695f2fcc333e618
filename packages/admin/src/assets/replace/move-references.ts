import type { Usage } from "@colophon/client";
import type { AdminConfig } from "../../api/admin-entities.ts";
import { usagesPage } from "../../usages/use-usages.ts";
import type { Move } from "@colophon/model";
import { stepsOf } from "./plan.ts";
import { writeStep, type Failure } from "./write-step.ts";

export interface Moved {
  /** The number of moved references. */
  readonly moved: number;
  readonly failures: readonly Failure[];
}

const PAGE = 100;
/** Published versions first, then drafts that they hid, then references that others have added meanwhile. */
const ROUNDS = 3;

/** Moves all references that the caller sees and may write. Calls `onProgress` after each write. */
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
