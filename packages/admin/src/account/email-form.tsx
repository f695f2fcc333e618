import { Button, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../api/client.ts";
import { errorText } from "../api/error-text.ts";
import { keys } from "../api/keys.ts";
import { CodeForm } from "../confirm/code-form.tsx";

/** Changes the caller's email address. The new address applies after the code that was mailed to it is entered. */
export function EmailForm() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [email, setEmail] = useState("");
  const request = useMutation({ mutationFn: (to: string) => client.requestEmailChange(to) });
  const [isDone, setDone] = useState(false);
  const done = async () => {
    setDone(true);
    request.reset();
    setEmail("");
    await Promise.all([keys.config, keys.sessions].map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
  const codeRequest = request.data;
  return (
    <section>
      <Title order={2} size="h4" mb="xs">
        {t("account.email")}
      </Title>
      <Stack>
        <form
          noValidate // browsers refuse addresses that the service accepts
          onSubmit={(event) => {
            event.preventDefault();
            setDone(false);
            request.mutate(email);
          }}
        >
          <Group align="end">
            <TextInput
              type="email"
              label={t("account.newEmail")}
              autoComplete="email"
              required
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
              error={request.error && errorText(request.error, t)}
            />
            <Button type="submit" variant="default" loading={request.isPending}>
              {t("account.mailCode")}
            </Button>
          </Group>
        </form>
        {codeRequest && (
          <>
            <Text role="status">{t("account.codeSent", { email: request.variables })}</Text>
            <CodeForm
              key={codeRequest.authRequestId}
              action={t("account.takeEmail")}
              send={(code) => client.confirmEmailChange(codeRequest.authRequestId, code)}
              onDone={() => void done()}
            />
          </>
        )}
        {isDone && <Text role="status">{t("account.emailChanged")}</Text>}
      </Stack>
    </section>
  );
}
