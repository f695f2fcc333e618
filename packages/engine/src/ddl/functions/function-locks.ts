/** Advisory locks of the schema's SQL functions. `packages/database/src/locks.ts` lists them with all others. */
export const FUNCTION_LOCKS = { slug: 72_707_370, lastAdmin: 72_707_371 } as const;
