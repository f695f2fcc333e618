export * from "@colophon/plugins/redirects";
