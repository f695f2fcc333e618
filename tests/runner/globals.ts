/** What `@jest/globals` is in tests: always that of the file that runs now, also for modules that were loaded with an earlier one. */
import type * as Globals from "@jest/globals";

let current: typeof Globals | null = null;

/** From now on a file's tests are declared by these. */
export function useGlobals(globals: typeof Globals): void {
  current = globals;
}

function now<Name extends keyof typeof Globals>(name: Name): (typeof Globals)[Name] {
  const latest = (): object => {
    if (!current) throw new Error("Only tests that jest runs may import @jest/globals");
    return current[name];
  };
  const stand = (): undefined => undefined; // a proxy of a function can be called
  return new Proxy(stand as unknown as (typeof Globals)[Name] & object, {
    apply: (_target, self, given) => Reflect.apply(latest() as () => unknown, self, given),
    get: (_target, key) => Reflect.get(latest(), key) as unknown,
  });
}

export const afterAll = now("afterAll");
export const afterEach = now("afterEach");
export const beforeAll = now("beforeAll");
export const beforeEach = now("beforeEach");
export const describe = now("describe");
export const expect = now("expect");
export const jest = now("jest");
export const test = now("test");
