import type { Service } from "./services.ts";
import { StartError } from "./start-error.ts";

/** For all services of one process together. */
const DEFAULT_TOTAL = 32;

/**
 * The connections of each service that runs in one process, by its name: the smallest number that it needs, and its share of the others. The
 * rest of the division is the first one's.
 *
 * @param text - `DATABASE_POOL_SIZE`. @throws StartError if that is too small.
 */
export function poolSizes(services: readonly Service[], text: string | undefined): ReadonlyMap<string, number> {
  const total = Number(text?.trim() || DEFAULT_TOTAL);
  const pooled = services.flatMap(({ name, pool }) => (pool ? [{ name, ...pool }] : []));
  const spare = total - pooled.reduce((sum, { least }) => sum + least, 0);
  if (!(spare >= 0)) throw new StartError(`DATABASE_POOL_SIZE is ${total}: all services in one process need ${total - spare} or more.`);
  const sizes = pooled.map(({ name, least, share }) => ({ name, size: least + Math.floor(spare * share) }));
  const rest = total - sizes.reduce((sum, { size }) => sum + size, 0);
  return new Map(sizes.map(({ name, size }, at) => [name, at === 0 ? size + rest : size]));
}
