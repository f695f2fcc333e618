import { readArguments } from "./arguments.ts";

/** Builds the published packages; publish each with `npm publish <folder>`. */
readArguments("Usage: npm run build", { options: {} });

await import("./generate.ts");
await import("./build-admin.ts");
const { buildPackages } = await import("./pack/packages.ts");
for (const folder of await buildPackages()) console.log(folder);
