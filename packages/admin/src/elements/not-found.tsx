import { Anchor, Container, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

export function NotFound() {
  const { t } = useTranslation();
  return (
    <Container py="xl">
      <Title order={1} size="h2">
        {t("shell.notFound")}
      </Title>
      <Text my="xs">{t("shell.notFoundText")}</Text>
      <Anchor renderRoot={(props) => <Link to="/" {...props} />}>{t("shell.toDashboard")}</Anchor>
    </Container>
  );
}
