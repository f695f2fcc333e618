import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../records/draft/confirm-dialog.tsx";

interface Given {
  /** How many records have changes that aren't saved. */
  readonly count: number;
  readonly onSignOut: () => void;
  readonly onStay: () => void;
}

/** Asks before changes are thrown away that only this browser has. */
export function SignOutDialog({ count, onSignOut, onStay }: Given) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      title={t("signIn.unsavedTitle")}
      text={t("signIn.unsaved", { count })}
      action={t("signIn.signOutAnyway")}
      onConfirm={onSignOut}
      onClose={onStay}
    />
  );
}
