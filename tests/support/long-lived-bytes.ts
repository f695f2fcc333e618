import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * The size of the objects that only a full garbage collection frees. For a quiet machine: objects of work that takes long because others
 * work too are moved among the long-lived ones.
 */
export function longLivedBytes(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options: { readonly type: "minor" }) => void;
  for (let i = 0; i < 3; i++) collect({ type: "minor" });
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === "old_space")?.space_used_size ?? 0;
}
