import { Alert, Anchor, Loader, Modal, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../api/client.ts";
import { errorText } from "../api/error-text.ts";
import { useKnownMe } from "../api/admin-config.ts";
import { CodeForm } from "./code-form.tsx";

const ABOVE_OTHER_DIALOGS = 300;

/** Asks for a code that is mailed to the caller. */
export function ConfirmationDialog({ onEnd }: { readonly onEnd: (isConfirmed: boolean) => void }) {
  const { t } = useTranslation();
  const email = useKnownMe().user?.email ?? "";
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["confirmation", useId()],
    queryFn: () => client.requestCode(email),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  return (
    <Modal
      opened
      onClose={() => onEnd(false)}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={ABOVE_OTHER_DIALOGS}
      title={t("confirm.title")}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <Stack>
        <Text>{t("confirm.text", { email })}</Text>
        {error && (
          <Alert color="red" role="alert">
            {errorText(error, t)}
          </Alert>
        )}
        {isFetching && <Loader size="sm" aria-label={t("common.loading")} />}
        {data && !isFetching && (
          <CodeForm
            key={data.authRequestId}
            action={t("confirm.submit")}
            send={(code) => client.confirm(data.authRequestId, code)}
            onDone={() => onEnd(true)}
          />
        )}
        <Anchor component="button" type="button" size="sm" onClick={() => void refetch()}>
          {t("confirm.again")}
        </Anchor>
      </Stack>
    </Modal>
  );
}
