import { Anchor, Button, Group, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { entityNamed, useKnownConfig } from "../api/admin-config.ts";
import { StatusMark } from "../elements/status-mark.tsx";
import { formatted } from "../texts/formats.ts";
import { DeliveryDetails } from "./delivery-details.tsx";
import type { WebhookDelivery } from "@colophon/api";

interface Props {
  readonly deliveries: readonly WebhookDelivery[];
  /** Whether the webhook gets nothing until it is enabled. */
  readonly isDisabled: boolean;
  /** The id of the delivery that is being repeated. */
  readonly repeating: string | null;
  readonly onRepeat: (id: string) => void;
}

/** Deliveries with their last answers. */
export function DeliveriesTable({ deliveries, isDisabled, repeating, onRepeat }: Props) {
  const { t, i18n } = useTranslation();
  const [openId, setOpenId] = useState<string | null>(null);
  const open = deliveries.find(({ id }) => id === openId);
  return (
    <>
      <Table.ScrollContainer minWidth={760} type="native">
        <Table>
          <Table.Thead>
            <Table.Tr>
              {["time", "event", "status", "attempts", "lastAnswer", "action"].map((name) => (
                <Table.Th key={name}>{t(`webhooks.${name}`)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {deliveries.map((delivery) => (
              <Table.Tr key={delivery.id}>
                <Table.Td>{formatted("second", Date.parse(delivery.time), i18n.language)}</Table.Td>
                <Table.Td>
                  <Subject delivery={delivery} />
                </Table.Td>
                <Table.Td>
                  <StatusMark status={delivery.state} label={t(`webhooks.delivery.${delivery.state}`)} />
                </Table.Td>
                <Table.Td>{formatted("number", delivery.attempts, i18n.language)}</Table.Td>
                <Table.Td>
                  <Text size="sm" lineClamp={2}>
                    {delivery.status ?? delivery.error ?? "–"}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Group gap="xs" wrap="nowrap">
                    <Button variant="default" size="xs" onClick={() => setOpenId(delivery.id)}>
                      {t("webhooks.details")}
                    </Button>
                    {delivery.state !== "pending" && !isDisabled && (
                      <Button variant="default" size="xs" loading={repeating === delivery.id} onClick={() => onRepeat(delivery.id)}>
                        {t("webhooks.redeliver")}
                      </Button>
                    )}
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {open && <DeliveryDetails delivery={open} onClose={() => setOpenId(null)} />}
    </>
  );
}

/** The event, as a link to its record, unless that is gone. */
function Subject({ delivery: { event, entity: name, recordId } }: { readonly delivery: WebhookDelivery }) {
  const entity = entityNamed(useKnownConfig(), name ?? "");
  if (!entity || recordId === null || event.endsWith(".deleted")) return event;
  const params = { entity: entity.name, id: recordId };
  const to = entity.global ? "/globals/$entity" : "/content/$entity/$id";
  return <Anchor renderRoot={(props) => <Link to={to} params={params} {...props} />}>{event}</Anchor>;
}
