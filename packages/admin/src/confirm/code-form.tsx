import { ColophonError } from "@colophon/client";
import { Button, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/error-text.ts";

const CODE_LENGTH = 6;

interface Props {
  /** The label of the button. */
  readonly action: string;
  readonly send: (code: string) => Promise<unknown>;
  readonly onDone: () => void;
}

/** Input for a mailed code; a complete one is sent at once. */
export function CodeForm({ action, send, onDone }: Props) {
  const { t } = useTranslation();
  const [code, setCode] = useState("");
  const sending = useMutation({ mutationFn: send, onSuccess: onDone });
  const isWrong = sending.error instanceof ColophonError && sending.error.status === 401;

  const changed = (text: string) => {
    const digits = text.replaceAll(/\D/g, "").slice(0, CODE_LENGTH);
    setCode(digits);
    if (digits.length === CODE_LENGTH && digits !== code && !sending.isPending) sending.mutate(digits);
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sending.mutate(code);
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
          error={sending.error && (isWrong ? t("signIn.wrongCode") : errorText(sending.error, t))}
        />
        <Button type="submit" loading={sending.isPending}>
          {action}
        </Button>
      </Stack>
    </form>
  );
}
