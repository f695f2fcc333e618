/** Loads the code of a widget after the browser has painted the form, so that the simple fields are there first. */
export function afterPaint<T>(load: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    requestAnimationFrame(() => setTimeout(() => load().then(resolve, reject)));
  });
}
