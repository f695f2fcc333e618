import type { Caller } from "@colophon/client";
import { useKnownConfig } from "./admin-config.ts";

export type Me = Caller;

/** Who is signed in, below the shell, which waits for it. */
export function useKnownMe(): Me {
  return useKnownConfig().caller;
}
