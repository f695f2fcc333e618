import { Alert, Button, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/error-text.ts";

interface Props {
  readonly error: unknown;
  /** Loads again. */
  readonly onRetry?: () => void;
}

/** Shown where data could not be loaded. */
export function Failure({ error, onRetry }: Props) {
  const { t } = useTranslation();
  return (
    <Alert color="red" role="alert" title={t("error.title")}>
      <Stack gap="sm" align="start">
        <Text size="sm">{errorText(error, t)}</Text>
        {onRetry && (
          <Button variant="default" size="xs" onClick={onRetry}>
            {t("common.tryAgain")}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
