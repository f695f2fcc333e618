import { INTERNAL_ENV } from "./internal.ts";
import { PROCESS_ENV } from "./process.ts";
import { STORES_ENV } from "./stores.ts";
import { TRACING_ENV } from "./tracing.ts";

/** Every environment variable of the product, in the order of `.env.example` and docs/reference/environment.md. */
export const ENV = { ...PROCESS_ENV, ...STORES_ENV, ...TRACING_ENV, ...INTERNAL_ENV } as const;
