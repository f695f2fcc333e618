import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

type Collect = (options?: { readonly type: "minor" }) => void;

/**
 * The size of the objects that only a full garbage collection frees. For a quiet machine: objects of work that takes long because others
 * work too are moved among the long-lived ones.
 */
export function longLivedBytes(): number {
  const collect = garbageCollection();
  for (let i = 0; i < 3; i++) collect({ type: "minor" });
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === "old_space")?.space_used_size ?? 0;
}

/** The size of the objects in use: garbage is collected first. */
export function heldBytes(): number {
  garbageCollection()();
  return process.memoryUsage().heapUsed;
}

function garbageCollection(): Collect {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as Collect;
}
