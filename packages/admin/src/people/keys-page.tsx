import { Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../api/client.ts";
import { keys } from "../api/keys.ts";
import { useKnownMe } from "../api/admin-config.ts";
import { Failure } from "../elements/failure.tsx";
import { NotFound } from "../elements/not-found.tsx";
import { KeyForm } from "./key-form.tsx";
import { KeysTable } from "./keys-table.tsx";
import { MadeKey } from "./made-key.tsx";
import type { ApiKey, NewApiKey } from "@colophon/api";

/** The site's API keys, for admins. */
export function KeysPage() {
  return useKnownMe().isAdmin ? <Keys /> : <NotFound />;
}

function Keys() {
  const { t } = useTranslation();
  const [made, setMade] = useState<NewApiKey | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const { data, error, refetch } = useQuery({ queryKey: keys.apiKeys, queryFn: () => call<readonly ApiKey[]>("/api/_api-keys") });
  const closeKey = () => {
    setMade(null);
    title.current?.focus();
  };
  return (
    <Stack maw={960} gap="lg">
      <div>
        <Title order={1} size="h2" ref={title} tabIndex={-1}>
          {t("people.keys")}
        </Title>
        <Text c="dimmed">{t("people.keysText")}</Text>
      </div>
      {made ? <MadeKey made={made} onDone={closeKey} /> : <KeyForm onMade={setMade} />}
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <Text>{t("people.noKeys")}</Text>}
      {data && data.length > 0 && <KeysTable apiKeys={data} />}
    </Stack>
  );
}
