/** Resolves when the promise does, at the latest after this time. Rejects if the promise rejects earlier. */
export async function waitAtMost(ms: number, promise: Promise<unknown>): Promise<void> {
  await Promise.race([promise, new Promise((resolve) => setTimeout(resolve, ms))]);
}
