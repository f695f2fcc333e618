import { Alert, Button, Table, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../api/client.ts";
import { errorText } from "../api/error-text.ts";
import { keys } from "../api/keys.ts";
import { ConfirmDialog } from "../elements/confirm-dialog.tsx";
import { formatted, shownTime } from "../texts/formats.ts";
import type { ApiKey } from "@colophon/api";

/** All keys, with a button that revokes one. */
export function KeysTable({ apiKeys }: { readonly apiKeys: readonly ApiKey[] }) {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const [toRevoke, setToRevoke] = useState<ApiKey | null>(null);
  const revoke = useMutation({
    mutationFn: (id: string) => call(`/api/_api-keys/${id}`, { method: "DELETE" }),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.apiKeys }),
  });
  const shown = (time: string | null, none: string) => (time === null ? none : shownTime(time, i18n.language));
  return (
    <>
      {revoke.error && (
        <Alert color="red" role="alert">
          {errorText(revoke.error, t)}
        </Alert>
      )}
      <Table.ScrollContainer minWidth={640} type="native">
        <Table>
          <Table.Thead>
            <Table.Tr>
              {["keyName", "keyBegins", "role", "lastUsed", "ends", "rateLimit", "action"].map((name) => (
                <Table.Th key={name}>{t(`people.${name}`)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {apiKeys.map((key) => (
              <Table.Tr key={key.id}>
                <Table.Td>{key.name}</Table.Td>
                <Table.Td ff="monospace">{key.keyPrefix}…</Table.Td>
                <Table.Td>{key.role}</Table.Td>
                <Table.Td>{shown(key.lastUsedAt, t("people.neverUsed"))}</Table.Td>
                <Table.Td>
                  {shown(key.expiresAt, t("people.neverEnds"))}
                  {key.expiresAt !== null && Date.parse(key.expiresAt) < Date.now() && <Text size="xs">{t("people.ended")}</Text>}
                </Table.Td>
                <Table.Td>{key.rateLimitPerMinute === null ? "–" : formatted("number", key.rateLimitPerMinute, i18n.language)}</Table.Td>
                <Table.Td>
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={t("people.revokeOne", { name: key.name })}
                    loading={revoke.isPending && revoke.variables === key.id}
                    onClick={() => setToRevoke(key)}
                  >
                    {t("people.revoke")}
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {toRevoke && (
        <ConfirmDialog
          title={t("people.revokeOne", { name: toRevoke.name })}
          text={t("people.revokeText")}
          action={t("people.revoke")}
          isDestructive
          onClose={() => setToRevoke(null)}
          onConfirm={() => {
            revoke.mutate(toRevoke.id);
            setToRevoke(null);
          }}
        />
      )}
    </>
  );
}
