import { Alert, List, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { errorText } from "../../api/error-text.ts";
import { UsageLink } from "../usages/usage-link.tsx";
import type { Moved } from "./move-references.ts";

/** How many references were moved, and which were not. */
export function ReplaceResult({ result: { moved, failures } }: { readonly result: Moved }) {
  const { t } = useTranslation();
  return (
    <>
      <Text role="status">{t("media.moved", { count: moved })}</Text>
      {failures.length > 0 && (
        <Alert color="orange" role="alert" title={t("media.notMoved")}>
          <List size="sm">
            {failures.map(({ usage, error }) => (
              <List.Item key={`${usage.id} ${usage.field} ${usage.draft}`}>
                <UsageLink usage={usage} /> – {errorText(error, t)}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  );
}
