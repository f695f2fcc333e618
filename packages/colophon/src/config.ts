/** What a project's configuration is written with. */
export * from "@colophon/config/define";
