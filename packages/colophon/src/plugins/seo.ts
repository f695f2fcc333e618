export * from "@colophon/plugins/seo";
