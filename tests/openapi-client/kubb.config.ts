import { defineConfig } from "@kubb/core";
import { pluginClient } from "@kubb/plugin-client";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";

export default defineConfig({
  root: ".",
  input: { path: ".generated/openapi.json" },
  output: { path: ".generated/kubb", clean: true, format: false, lint: false },
  plugins: [
    pluginOas({ generators: [], validate: false }),
    pluginTs({ output: { path: "types.ts" } }),
    pluginClient({ output: { path: "client.ts" }, client: "fetch" }),
  ],
});
