import { Alert, Button, Group } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Session } from "./session.ts";
import { formatted } from "../../texts/formats.ts";

/** Offers to restore changes that could not be saved last time. */
export function KeptOffer({ session }: { readonly session: Session }) {
  const { t, i18n } = useTranslation();
  const [kept, setKept] = useState(() => session.keeper.kept());
  if (!kept) return null;
  const done = (run: () => void) => () => {
    run();
    setKept(null);
  };
  const when = formatted("datetime", new Date(kept.at).getTime(), i18n.language);
  return (
    <Alert title={t("draft.kept.title", { when })} mb="md">
      <Group>
        <Button size="xs" onClick={done(session.restoreKept)}>
          {t("draft.kept.take")}
        </Button>
        <Button size="xs" variant="default" onClick={done(session.keeper.forget)}>
          {t("draft.kept.drop")}
        </Button>
      </Group>
    </Alert>
  );
}
