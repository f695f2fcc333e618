import { Button, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../api/client.ts";
import { errorText } from "../api/error-text.ts";
import type { CodeRequest } from "./kept-request.ts";

/** The first step: asks for the email address. */
export function EmailForm({ onRequested }: { readonly onRequested: (request: CodeRequest) => void }) {
  const { t } = useTranslation();
  const [email, setEmail] = useState("");
  const request = useMutation({
    mutationFn: () => client.requestCode(email),
    onSuccess: (answer) => onRequested({ ...answer, email }),
  });

  return (
    <form
      noValidate // browsers refuse addresses that the service accepts
      onSubmit={(event) => {
        event.preventDefault();
        request.mutate();
      }}
    >
      <Stack>
        <TextInput
          type="email"
          label={t("signIn.email")}
          autoComplete="email"
          autoFocus
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={request.error && errorText(request.error, t)}
        />
        <Button type="submit" loading={request.isPending}>
          {t("signIn.sendCode")}
        </Button>
      </Stack>
    </form>
  );
}
