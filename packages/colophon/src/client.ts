export * from "@colophon/client";
