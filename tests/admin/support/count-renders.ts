import type { Page } from "playwright-core";

/** Stands where React looks for its developer tools, and follows each commit to the components that rendered in it. */
const NOTE_RENDERED_FIELDS = `{
  const PERFORMED_WORK = 1;
  globalThis.renderedFields = new Set();
  const visit = (fiber) => {
    const { path, field } = fiber.memoizedProps ?? {};
    if (fiber.flags & PERFORMED_WORK && typeof path === "string" && field) renderedFields.add(path);
    if (fiber.alternate?.child === fiber.child) return; // nothing inside it was looked at
    for (let child = fiber.child; child; child = child.sibling) visit(child);
  };
  globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: (_renderer, { current }) => visit(current),
    onPostCommitFiberRoot() {},
    onCommitFiberUnmount() {},
  };
}`;

/** For a page that is not loaded yet. @returns what gives the paths of the fields that have rendered since it was asked the last time */
export async function noteRenderedFields(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(NOTE_RENDERED_FIELDS);
  return async () => {
    const paths = await page.evaluate<string[]>("[...renderedFields]");
    await page.evaluate("renderedFields.clear()");
    return paths;
  };
}
