import type { Session } from "@colophon/api";
import { Button, Table, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../api/client.ts";
import { errorText } from "../api/error-text.ts";
import { keys } from "../api/keys.ts";
import { deviceOf } from "./device.ts";
import { shownTime } from "../texts/formats.ts";

/** The caller's sessions, with a button that ends one. */
export function Sessions() {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const { data = [], error } = useQuery({ queryKey: keys.sessions, queryFn: () => call<readonly Session[]>("/api/auth/sessions") });
  const end = useMutation({
    mutationFn: (id: string) => call(`/api/auth/sessions/${id}`, { method: "DELETE" }),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.sessions }),
  });
  const failure = error ?? end.error;
  return (
    <section>
      <Title order={2} size="h4" mb="xs">
        {t("account.sessions")}
      </Title>
      {failure && <Text role="alert">{errorText(failure, t)}</Text>}
      <Table.ScrollContainer minWidth={480} type="native">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("account.device")}</Table.Th>
              <Table.Th>{t("account.address")}</Table.Th>
              <Table.Th>{t("account.lastUsed")}</Table.Th>
              <Table.Th>{t("account.action")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map(({ id, userAgent, ip, lastUsedAt, current }) => (
              <Table.Tr key={id}>
                <Table.Td maw={280} title={userAgent ?? ""}>
                  {deviceOf(userAgent ?? "")}
                </Table.Td>
                <Table.Td>{ip}</Table.Td>
                <Table.Td>{shownTime(lastUsedAt, i18n.language)}</Table.Td>
                <Table.Td>
                  {current ? (
                    t("account.thisOne")
                  ) : (
                    <Button variant="default" size="xs" onClick={() => end.mutate(id)} children={t("account.end")} />
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}
