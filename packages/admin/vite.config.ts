import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const api = process.env["COLOPHON_URL"] ?? "http://127.0.0.1:3000";

// eslint-disable-next-line import/no-default-export -- the form that Vite reads
export default defineConfig({
  base: "/admin/",
  plugins: [react()],
  build: { target: "es2023", manifest: true, reportCompressedSize: true, chunkSizeWarningLimit: 800 },
  server: { proxy: { "/api": api, "/openapi.json": api } },
});
