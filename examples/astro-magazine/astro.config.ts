import node from "@astrojs/node";
import { defineConfig, envField, memoryCache } from "astro/config";

export default defineConfig({
  output: "server",
  adapter: node({ mode: "standalone" }),
  cache: { provider: memoryCache() },
  server: { port: 3000 },
  i18n: {
    locales: ["en", "de"],
    defaultLocale: "en",
    routing: { prefixDefaultLocale: true },
  },
  env: {
    schema: {
      // The variables are read when the server starts, so that one build works in every environment.
      COLOPHON_URL: envField.string({ context: "server", access: "secret", url: true, default: "http://localhost:8080" }),
      COLOPHON_API_KEY: envField.string({ context: "server", access: "secret", optional: true }),
      WEBSITE_WEBHOOK_SECRET: envField.string({ context: "server", access: "secret", optional: true }),
    },
  },
});
