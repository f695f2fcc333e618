import type { Service, Variables } from "./services.ts";
import { StartError } from "./start-error.ts";

/** For all services of one process together. */
const DEFAULT_TOTAL = 32;

/**
 * The connections of each service that runs in one process, by its name: the smallest number that it needs, and its share of the others. The
 * rest of the division is the first one's.
 *
 * @throws StartError if `DATABASE_POOL_SIZE` is too small.
 */
export function poolSizes(services: readonly Service[], variables: Variables): ReadonlyMap<string, number> {
  const total = Number(variables["DATABASE_POOL_SIZE"]?.trim() || DEFAULT_TOTAL);
  const isCaching = Number(variables["ANSWER_CACHE_BYTES"] ?? 0) > 0;
  const pooled = services.flatMap(({ name, pool }) => {
    if (!pool) return [];
    const { least, share, forCachedAnswers = 0 } = pool;
    return [{ name, share, least: least + (isCaching ? forCachedAnswers : 0) }];
  });
  const spare = total - pooled.reduce((sum, { least }) => sum + least, 0);
  if (!(spare >= 0)) throw new StartError(`DATABASE_POOL_SIZE is ${total}: all services in one process need ${total - spare} or more.`);
  const sizes = pooled.map(({ name, least, share }) => ({ name, size: least + Math.floor(spare * share) }));
  const rest = total - sizes.reduce((sum, { size }) => sum + size, 0);
  return new Map(sizes.map(({ name, size }, at) => [name, at === 0 ? size + rest : size]));
}
