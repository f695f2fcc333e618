import "./generate.ts";
import "./build-admin.ts";
import { buildPackages } from "./pack/packages.ts";

/** Makes what is published of this repository; `npm publish <folder>` takes each. */
for (const folder of buildPackages()) console.log(folder);
