import node from "@astrojs/node";
import { defineConfig, envField, memoryCache } from "astro/config";

const variable = { context: "server", access: "secret" } as const;

export default defineConfig({
  output: "server",
  adapter: node({ mode: "standalone" }),
  cache: { provider: memoryCache() },
  server: { port: 3000 },
  i18n: { locales: ["en", "de", "pt"], defaultLocale: "en", routing: { prefixDefaultLocale: true } },
  env: {
    schema: {
      COLOPHON_URL: envField.string({ ...variable, url: true, default: "http://localhost:8080" }),
      COLOPHON_API_KEY: envField.string({ ...variable, optional: true }),
      WEBSITE_WEBHOOK_SECRET: envField.string({ ...variable, optional: true }),
    },
  },
});
