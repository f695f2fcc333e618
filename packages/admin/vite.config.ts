import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const api = process.env["COLOPHON_URL"] ?? "http://127.0.0.1:3000";
const BASE = "/admin/";
const START = "start";

/** Loads `start.ts` beside the page's main script, so that its requests don't wait for that. */
function earlyStart(): Plugin {
  return {
    name: "early-start",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const built = Object.values(bundle ?? {}).find((file) => file.type === "chunk" && file.name === START);
        const src = BASE + (built?.fileName ?? `src/${START}.ts`);
        return { html, tags: [{ tag: "script", attrs: { type: "module", async: true, src }, injectTo: "head-prepend" }] };
      },
    },
  };
}

// eslint-disable-next-line import/no-default-export -- the form that Vite reads
export default defineConfig({
  base: BASE,
  plugins: [react(), earlyStart()],
  build: {
    target: "es2023",
    outDir: process.env["ADMIN_BUILD_FOLDER"] ?? "dist/admin",
    emptyOutDir: true,
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      input: { index: "index.html", [START]: `src/${START}.ts` },
      output: {
        codeSplitting: {
          groups: [
            { name: START, test: /early-answers|src[\\/]start\.ts/, priority: 2 },
            { name: "page", tags: ["$initial"] }, // what every page needs comes as one file
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: api }, "/openapi.json": { target: api } } }, // which keeps the host, as the API compares it with the origin,
});
