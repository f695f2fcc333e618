/** examples/event-directory/content: what each of its five roles may do. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTestStack, type TestStack } from "../support/stack/stack.ts";
import { CONFIG, fillDirectory } from "./directory.ts";
import { callerOf, prepare, REQUESTS, ROLES } from "./event-permissions.ts";

let stack: TestStack;
let placesOf: Awaited<ReturnType<typeof prepare>>;
beforeAll(async () => {
  stack = await startTestStack({ configFile: CONFIG });
  placesOf = await prepare(stack, await fillDirectory(stack));
});
afterAll(() => stack?.stop());

test.each([...ROLES.entries()])("role %i, %s, may do what its permissions say", async (at, role) => {
  const [caller, ids] = [await callerOf(stack, role), await placesOf(role)];
  const answered: Record<string, number> = {};

  for (const { what, method, path, body } of REQUESTS)
    answered[what] = (await caller.send(method.toUpperCase(), `/api/${path(ids)}`, sent(body?.(ids, role)))).status;

  expect(answered).toEqual(Object.fromEntries(REQUESTS.map(({ what, statuses }) => [what, statuses[at]])));
});

function sent(body: object | undefined) {
  return body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
}
