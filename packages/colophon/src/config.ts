/** The exports for a project's configuration. */
export * from "@colophon/config/define";
export { defineEntity } from "./define-entity.ts";
export type { HooksOf } from "./define-entity.ts";
export type { SiteHandle } from "@colophon/client/handle-types";
