import type { Work } from "./work.ts";

/** The work that a supervisor wants to be done. */
export interface Request {
  readonly name: keyof Work;
  readonly given: readonly unknown[];
}

/** A message for the person who starts it, before the result; or the result; or why there is none. */
export type Reply = { readonly say: string } | { readonly result: unknown } | { readonly refused: string };
