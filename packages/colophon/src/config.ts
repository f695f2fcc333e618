/** The exports for a project's configuration. */
export * from "@colophon/config/define";
