import { Alert, Button, Code, CopyButton, Group, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { NewApiKey } from "@colophon/api";

/** Shows a new key, which can't be shown again. */
export function MadeKey({ made, onDone }: { readonly made: NewApiKey; readonly onDone: () => void }) {
  const { t } = useTranslation();
  return (
    <Alert color="teal" title={t("people.made", { name: made.name })} role="status">
      <Stack>
        <Text>{t("people.madeText")}</Text>
        <Code block style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
          {made.key}
        </Code>
        <Group>
          <CopyButton value={made.key}>
            {({ copied, copy }) => (
              <Button onClick={copy} autoFocus>
                {t(copied ? "people.copied" : "people.copy")}
              </Button>
            )}
          </CopyButton>
          <Button variant="default" onClick={onDone}>
            {t("people.done")}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
