import { ColophonError } from "@colophon/client";
import { Button, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../api/client.ts";
import { errorText } from "../api/error-text.ts";

const CODE_LENGTH = 6;

/** The second step: the mailed code, typed or pasted as it stands in the mail; a whole one is sent at once. */
export function CodeForm({ authRequestId, onSignedIn }: { readonly authRequestId: string; readonly onSignedIn: () => void }) {
  const { t } = useTranslation();
  const [code, setCode] = useState("");
  const signIn = useMutation({ mutationFn: (code: string) => client.signIn(authRequestId, code), onSuccess: onSignedIn });
  const isWrong = signIn.error instanceof ColophonError && signIn.error.status === 401;

  const changed = (text: string) => {
    const digits = text.replaceAll(/\D/g, "").slice(0, CODE_LENGTH);
    setCode(digits);
    if (digits.length === CODE_LENGTH && digits !== code && !signIn.isPending) signIn.mutate(digits);
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        signIn.mutate(code);
      }}
    >
      <Stack>
        <TextInput
          label={t("signIn.code")}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          required
          value={code}
          onChange={(event) => changed(event.currentTarget.value)}
          error={signIn.error && (isWrong ? t("signIn.wrongCode") : errorText(signIn.error, t))}
        />
        <Button type="submit" loading={signIn.isPending}>
          {t("signIn.submit")}
        </Button>
      </Stack>
    </form>
  );
}
