import { useBlocker } from "@tanstack/react-router";
import { LeaveDialog } from "./leave-dialog.tsx";
import type { Session } from "./session/session.ts";

/** Before the page is left: saves automatically if the entity has drafts, and asks if something is still unsaved. */
export function LeaveGuard({ session, isAutomatic }: { readonly session: Session; readonly isAutomatic: boolean }) {
  const { form } = session;
  const blocker = useBlocker({
    async shouldBlockFn() {
      if (isAutomatic && form.isChanged()) await session.save();
      return form.isChanged();
    },
    enableBeforeUnload: () => form.isChanged(),
    withResolver: true,
  });
  return blocker.status === "blocked" ? <LeaveDialog onStay={blocker.reset} onLeave={blocker.proceed} /> : null;
}
