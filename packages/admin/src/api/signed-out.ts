import type { AnyRouter } from "@tanstack/react-router";

/** These paths answer 401 for a wrong code, while the session can still be valid. */
const CODES = ["/api/auth/create", "/api/auth/confirm", "/api/auth/email/confirm"];

const listeners = new Set<() => void>();

/** Calls the listener whenever the API answers that the caller is not signed in. @returns a function that removes the listener */
export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Calls the listeners if the answer says that the caller is not signed in. */
export function reportSignedOut({ status, url }: Response): void {
  if (status !== 401 || CODES.some((path) => url.endsWith(path))) return;
  for (const listener of listeners) listener();
}

/** Redirects to the sign-in when the API answers that the caller is not signed in, and afterwards back. */
export function signInWhenNeeded(router: AnyRouter): void {
  onSignedOut(() => {
    const { pathname, search } = window.location;
    if (pathname.endsWith("/sign-in")) return;
    void router.navigate({ to: "/sign-in", search: { next: pathname + search }, ignoreBlocker: true });
  });
}
