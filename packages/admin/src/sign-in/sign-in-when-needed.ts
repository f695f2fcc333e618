import type { AnyRouter } from "@tanstack/react-router";
import { onSignedOut } from "../api/signed-out.ts";

/** Leads to the sign-in as soon as the API answers that nobody is signed in, and from there back to where one was. */
export function signInWhenNeeded(router: AnyRouter): void {
  onSignedOut(() => {
    const { pathname, search } = window.location;
    if (pathname.endsWith("/sign-in")) return;
    void router.navigate({ to: "/sign-in", search: { next: pathname + search }, ignoreBlocker: true });
  });
}
