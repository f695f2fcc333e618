import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { classicScripts } from "./classic-scripts.ts";

const api = process.env["COLOPHON_URL"] ?? "http://127.0.0.1:3000";
/** The folder of the admin package. */
const PAGE = dirname(import.meta.dirname);
const BASE = "/admin/";
const START = "start";
/** The folder of the project's custom parts, with their `index.ts`. */
const parts = process.env["ADMIN_PARTS_FOLDER"] ?? join(PAGE, "../../admin");
const OWN_PARTS = "virtual:own-parts";
/** Custom parts import these from the page, wherever their folder is: there is only one React and one cache. */
const SHARED = [
  "react",
  "react-dom",
  "react-i18next",
  "i18next",
  "dayjs",
  "@tabler/icons-react",
  "@tanstack/react-query",
  "@tanstack/react-router",
  "@mantine/core",
  "@mantine/hooks",
  "@mantine/dates",
];

const REACT = "react";
/** Chromium compiles all functions of such a file in the background, in parallel with the page's other files. */
const COMPILE_ALL = "//# allFunctionsCalledOnLoad";

/** Loads `start.ts` in parallel with the main script, so that its requests start early. The built page has it as a classic script. */
function earlyStart(): Plugin {
  return {
    name: "early-start",
    apply: "serve",
    transformIndexHtml: () => [
      { tag: "script", attrs: { type: "module", async: true, src: `${BASE}src/${START}.ts` }, injectTo: "head-prepend" },
    ],
  };
}

/** Adds the project's custom parts to the page, if it has any. */
function ownParts(): Plugin {
  const index = join(resolve(parts), "index.ts");
  const id = existsSync(index) ? index : `\0${OWN_PARTS}`;
  return {
    name: "own-parts",
    enforce: "pre",
    resolveId: (wanted) => (wanted === OWN_PARTS ? id : null),
    load: (wanted) => (wanted === `\0${OWN_PARTS}` ? "export default {}" : null),
  };
}

export default defineConfig({
  root: PAGE,
  base: BASE,
  plugins: [ownParts(), react(), earlyStart(), classicScripts({ first: START })],
  resolve: {
    dedupe: SHARED,
    alias: [{ find: /^(?:@colophon|colophon)\/admin$/, replacement: join(PAGE, "src/own-parts/index.ts") }],
  },
  build: {
    target: "es2023",
    outDir: process.env["ADMIN_BUILD_FOLDER"] ?? "dist/admin",
    emptyOutDir: true,
    cssCodeSplit: false, // an import that is repeated doesn't ask again for a stylesheet that failed
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      input: { page: "index.html", [START]: `src/${START}.ts` },
      output: {
        postBanner: ({ name }) => (name === REACT ? COMPILE_ALL : ""),
        codeSplitting: {
          groups: [
            { name: START, test: /src[\\/]start\.ts/, priority: 3 }, // with all its imports, as in all groups
            { name: REACT, test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]|src[\\/]react\.ts$/, priority: 2 },
            { name: "page", tags: ["$initial"], priority: 1 }, // one file for the code that every page needs
            { name: "record", test: /src[\\/]records[\\/]pages\.tsx$/ }, // not dozens of small files
          ],
        },
      },
    },
  },
  server: {
    watch: { ignored: ["**/.building-*/**"] }, // a build that runs at the same time
    fs: { allow: ["../..", dirname(resolve(parts))] },
    proxy: { "/api": { target: api }, "/openapi.json": { target: api } }, // keeps the Host header, because the API compares it with the origin
  },
});
