import "./generate.ts";
import "./build-admin.ts";
import { buildPackages } from "./pack/packages.ts";

/** Builds the published packages; publish each with `npm publish <folder>`. */
for (const folder of buildPackages()) console.log(folder);
