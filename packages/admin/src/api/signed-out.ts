/** The answers of these are 401 for a wrong code, by somebody whose session may be sound. */
const CODES = ["/api/auth/create", "/api/auth/confirm", "/api/auth/email/confirm"];

const listeners = new Set<() => void>();

/** Calls back whenever the API answers that nobody is signed in. @returns what ends it */
export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Tells the listeners where the answer is such a one. */
export function sayWhenSignedOut({ status, url }: Response): void {
  if (status !== 401 || CODES.some((path) => url.endsWith(path))) return;
  for (const listener of listeners) listener();
}
