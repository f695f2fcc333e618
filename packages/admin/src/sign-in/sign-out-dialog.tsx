import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../elements/confirm-dialog.tsx";

interface Props {
  /** The number of records with unsaved changes. */
  readonly count: number;
  readonly onSignOut: () => void;
  readonly onStay: () => void;
}

/** Asks before unsaved changes are discarded. */
export function SignOutDialog({ count, onSignOut, onStay }: Props) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      title={t("signIn.unsavedTitle")}
      text={t("signIn.unsaved", { count })}
      action={t("signIn.signOutAnyway")}
      isDestructive
      onConfirm={onSignOut}
      onClose={onStay}
    />
  );
}
