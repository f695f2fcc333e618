import { useEffect, useSyncExternalStore } from "react";
import { confirmation } from "../api/confirmation.ts";
import { lazyPart } from "../loading/lazy-part.tsx";

const ConfirmationDialog = lazyPart(async () => (await import("./confirmation-dialog.tsx")).ConfirmationDialog);

/** Shows the dialog while a change waits for its confirmation. Escape closes only this dialog, not those below it. */
export function ConfirmationHost() {
  const isOpen = useSyncExternalStore(confirmation.subscribe, confirmation.isOpen);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.isComposing || !confirmation.isOpen()) return;
      event.stopImmediatePropagation();
      confirmation.settle(false);
    };
    window.addEventListener("keydown", onKeyDown, { capture: true });
    return () => {
      window.removeEventListener("keydown", onKeyDown, { capture: true });
      confirmation.settle(false);
    };
  }, []);
  return isOpen && <ConfirmationDialog onEnd={confirmation.settle} />;
}
