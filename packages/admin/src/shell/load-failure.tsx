import { Button, Container, Stack, Text, Title } from "@mantine/core";
import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/error-text.ts";

/** Shown instead of a page that could not be loaded. */
export function LoadFailure({ error }: ErrorComponentProps) {
  const { t } = useTranslation();
  const router = useRouter();
  const boundary = useQueryErrorResetBoundary();
  const tryAgain = () => {
    boundary.reset();
    void router.invalidate();
  };
  return (
    <Container size="sm" py="xl">
      <Stack align="start" role="alert">
        <Title order={1} size="h2">
          {t("error.title")}
        </Title>
        <Text>{errorText(error, t)}</Text>
        <Button onClick={tryAgain}>{t("common.tryAgain")}</Button>
      </Stack>
    </Container>
  );
}
