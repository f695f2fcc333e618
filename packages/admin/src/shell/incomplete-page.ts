/** A page without one of its files stays empty; for example, the browser aborts requests when the network changes. */
const RELOADED_AT = "colophon.reloadedAt";
/** A page that is incomplete again within this time isn't reloaded by itself. */
const AGAIN_MS = 30_000;

/** Reloads the page if one of its scripts can't be loaded. Parts that are loaded on demand report their own failures. */
export function reloadWhenIncomplete(): void {
  addEventListener("error", ({ target }) => target instanceof HTMLScriptElement && reloadIncomplete(), { capture: true });
}

/** Reloads the page, or says that it is incomplete. Its texts may be missing too, so this one is in English only. */
export function reloadIncomplete(): void {
  const root = document.getElementById("root");
  if (root?.hasChildNodes()) return;
  if (Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) > AGAIN_MS) {
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    return location.reload();
  }
  const again = document.createElement("button");
  again.textContent = "Try again";
  again.addEventListener("click", () => location.reload());
  const message = document.createElement("p");
  message.setAttribute("role", "alert");
  message.append("This page could not be loaded. ", again);
  (root ?? document.body).append(message);
}
