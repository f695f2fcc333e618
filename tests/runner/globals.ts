/** Replaces `@jest/globals` in tests: forwards each call to the globals of the current test file, also in modules that an earlier file loaded. */
import type * as Globals from "@jest/globals";

let current: typeof Globals | null = null;

/** Sets the globals of the current test file. */
export function useGlobals(globals: typeof Globals): void {
  current = globals;
}

function forwarded<Name extends keyof typeof Globals>(name: Name): (typeof Globals)[Name] {
  const latest = (): object => {
    if (!current) throw new Error("Only tests that jest runs may import @jest/globals");
    return current[name];
  };
  const target = (): undefined => undefined; // only the proxy of a function can be called
  return new Proxy(target as unknown as (typeof Globals)[Name] & object, {
    apply: (_target, self, given) => Reflect.apply(latest() as () => unknown, self, given),
    get: (_target, key) => Reflect.get(latest(), key) as unknown,
  });
}

export const afterAll = forwarded("afterAll");
export const afterEach = forwarded("afterEach");
export const beforeAll = forwarded("beforeAll");
export const beforeEach = forwarded("beforeEach");
export const describe = forwarded("describe");
export const expect = forwarded("expect");
export const jest = forwarded("jest");
export const test = forwarded("test");
