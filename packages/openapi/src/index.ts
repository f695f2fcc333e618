export type { Description } from "./contract.ts";
export { describe, siteTitle } from "./describe.ts";
