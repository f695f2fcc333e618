import type { AnyRouter } from "@tanstack/react-router";
import { onSignedOut } from "../api/signed-out.ts";

/** Redirects to the sign-in when the API answers that the caller is not signed in, and afterwards back. */
export function signInWhenNeeded(router: AnyRouter): void {
  onSignedOut(() => {
    const { pathname, search } = window.location;
    if (pathname.endsWith("/sign-in")) return;
    void router.navigate({ to: "/sign-in", search: { next: pathname + search }, ignoreBlocker: true });
  });
}
