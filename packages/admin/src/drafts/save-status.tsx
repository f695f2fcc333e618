import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { errorSummary } from "../api/error-text.ts";
import type { SessionState } from "./session/session-state.ts";

/** The state of the last save. */
export function SaveStatus({ state }: { readonly state: SessionState }) {
  const { t } = useTranslation();
  const { phase, error, record } = state;
  if (phase === "saved" && record === null) return null;
  return (
    <Text size="sm" c={phase === "failed" ? "var(--mantine-color-error)" : "dimmed"} role="status" data-phase={phase}>
      {phase === "failed" ? t("draft.phase.failed", { reason: errorSummary(error, t) }) : t(`draft.phase.${phase}`)}
    </Text>
  );
}
