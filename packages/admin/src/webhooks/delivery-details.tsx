import { Code, Modal, Stack, Table, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatted } from "../texts/formats.ts";
import type { WebhookDelivery } from "@colophon/api";

interface Props {
  readonly delivery: WebhookDelivery;
  readonly onClose: () => void;
}

/** The attempts of a delivery, and what the other server answered to the last one. */
export function DeliveryDetails({ delivery, onClose }: Props) {
  const { t, i18n } = useTranslation();
  const { id, event, attempts, lastAttemptAt, nextAttemptAt, durationMs, status, error, answer } = delivery;
  const time = (at: string | null) => at && formatted("second", Date.parse(at), i18n.language);
  const number = (value: number) => formatted("number", value, i18n.language);
  const facts: readonly (readonly [string, string | null])[] = [
    [t("webhooks.id"), id],
    [t("webhooks.attempts"), number(attempts)],
    [t("webhooks.lastAttempt"), time(lastAttemptAt)],
    [t("webhooks.nextAttempt"), time(nextAttemptAt)],
    [t("webhooks.duration"), durationMs === null ? null : t("webhooks.milliseconds", { number: number(durationMs) })],
    [t("webhooks.answerStatus"), status === null ? null : String(status)],
    [t("webhooks.noAnswer"), error],
  ];
  return (
    <Modal opened onClose={onClose} title={event} size="lg" closeButtonProps={{ "aria-label": t("common.close") }}>
      <Stack>
        <Table variant="vertical" layout="auto">
          <Table.Tbody>
            {facts.map(
              ([name, value]) =>
                value !== null && (
                  <Table.Tr key={name}>
                    <Table.Th scope="row">{name}</Table.Th>
                    <Table.Td>{value}</Table.Td>
                  </Table.Tr>
                ),
            )}
          </Table.Tbody>
        </Table>
        {answer && (
          <div>
            <Text fw={600} size="sm" id="webhook-answer">
              {t("webhooks.answer")}
            </Text>
            <Code block tabIndex={0} aria-labelledby="webhook-answer" mah={320} style={{ overflow: "auto" }}>
              {answer}
            </Code>
          </div>
        )}
      </Stack>
    </Modal>
  );
}
