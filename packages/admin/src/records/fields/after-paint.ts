/** Loads the code of a widget after the browser has painted the form, so that the simple fields are there first. */
export async function afterPaint<T>(load: () => Promise<T>): Promise<T> {
  await new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
  return load();
}
