import type { Caller } from "@colophon/client";
import { useKnownConfig } from "./admin-config.ts";

export type Me = Caller;

/** The caller. Use it inside the shell only, which loads it first. */
export function useKnownMe(): Me {
  return useKnownConfig().caller;
}
