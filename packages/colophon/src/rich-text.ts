export * from "@colophon/client/rich-text";
