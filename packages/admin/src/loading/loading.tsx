import { Center, Loader, Button, Container, Skeleton, Stack, Text, Title, type SkeletonProps } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { errorText } from "../api/error-text.ts";

export function Loading() {
  const { t } = useTranslation();
  return (
    <Center component="main" mih="40vh">
      <Loader role="status" aria-label={t("common.loading")} />
    </Center>
  );
}

/** Shown while the code of a field's widget loads; as high as the widget is without a value, so that the fields below it stay in their places. */
export function WidgetWaiting(size: Pick<SkeletonProps, "height" | "width" | "flex">) {
  return <Skeleton height="3.8rem" {...size} data-waiting />;
}

/** Shown while the code of a rich text's editor loads; as high as the editor with its label, tools, empty text and footer. */
export function EditorWaiting() {
  return <WidgetWaiting height="16.175rem" />;
}

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
