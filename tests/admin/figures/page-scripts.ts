/** Scripts that run before those of a page and record measurements. */

const AFTER_PAINT = `const afterPaint = (then) => requestAnimationFrame(() => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => then(performance.now());
  port2.postMessage(0);
});`;

/** \`noted.firstRow\`: when the first row was painted; \`noted.usable\`: when the page had nothing left to do for it. In ms since the navigation. */
export const NOTE_FIRST_ROW = `{
  ${AFTER_PAINT}
  globalThis.noted = {};
  const watch = new MutationObserver(() => {
    if (!document.querySelector("tbody tr a[href]")?.textContent) return;
    watch.disconnect();
    afterPaint((now) => { noted.firstRow = now; requestIdleCallback(() => { noted.usable = performance.now(); }); });
  });
  watch.observe(document, { childList: true, subtree: true });
}`;

/** \`noted.editable\`: how long after the click the field with this path could be typed into, in ms. */
export const noteEditable = (path: string): string => `{
  ${AFTER_PAINT}
  globalThis.noted = {};
  addEventListener("click", ({ timeStamp }) => {
    const watch = new MutationObserver(() => {
      const field = document.querySelector('[data-field="${path}"] input');
      if (!field?.value || field.readOnly || field.disabled) return;
      watch.disconnect();
      afterPaint((now) => { noted.editable = now - timeStamp; });
    });
    watch.observe(document, { childList: true, subtree: true, attributes: true });
  }, { capture: true, once: true });
}`;

/** \`noted.keys\`: of each key from now on, how long it took until the page was painted with it, in ms. */
export const NOTE_KEYS = `{
  ${AFTER_PAINT}
  globalThis.noted = { keys: [] };
  addEventListener("keydown", ({ timeStamp }) => afterPaint((now) => { noted.keys.push(now - timeStamp); }), { capture: true });
}`;
