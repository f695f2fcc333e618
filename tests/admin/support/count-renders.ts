import type { Page } from "playwright-core";

/** Installs a hook where React looks for its developer tools, and finds the components that each commit rendered. */
const NOTE_RENDERED_FIELDS = `{
  const PERFORMED_WORK = 1;
  globalThis.renderedFields = new Set();
  const visit = (fiber) => {
    const { path, field } = fiber.memoizedProps ?? {};
    if (fiber.flags & PERFORMED_WORK && typeof path === "string" && field) renderedFields.add(path);
    if (fiber.alternate?.child === fiber.child) return; // nothing inside it was rendered
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

/** For a page that is not loaded yet. @returns a function with the paths of the fields that have rendered since its last call */
export async function noteRenderedFields(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(NOTE_RENDERED_FIELDS);
  return async () => {
    const paths = await page.evaluate<string[]>("[...renderedFields]");
    await page.evaluate("renderedFields.clear()");
    return paths;
  };
}

/** Records whether the page has had an element from now on; the observer runs before the next paint. */
const noteFound = (selector: string) => `{
  globalThis.wasFound = false;
  const find = () => { wasFound ||= document.querySelector(${JSON.stringify(selector)}) !== null; };
  new MutationObserver(find).observe(document.body, { childList: true, subtree: true });
}`;

/** For a loaded page. @returns a function that tells whether it has had such an element since then */
export async function noteElement(page: Page, selector: string): Promise<() => Promise<boolean>> {
  await page.evaluate(noteFound(selector));
  return () => page.evaluate<boolean>("wasFound");
}
