import { Anchor, Container, Paper, Stack, Text, Title } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLoadPreferences } from "../account/use-save-preferences.ts";
import { client } from "../api/client.ts";
import { CodeForm } from "../confirm/code-form.tsx";
import { EmailForm } from "./email-form.tsx";
import { forgetRequest, keepRequest, keptRequest, type CodeRequest } from "./kept-request.ts";

const route = getRouteApi("/sign-in");
/** A path of this site, not a URL of another host. */
const OWN_PATH = /^\/(?![/\\])/;

/** The two steps of a sign-in. The request is stored in the tab, because phones may unload the page while the user reads the mail. */
export function SignInPage() {
  const { t } = useTranslation();
  const { next } = route.useSearch();
  const router = useRouter();
  const queries = useQueryClient();
  const loadPreferences = useLoadPreferences();
  const [request, setRequest] = useState<CodeRequest | null>(keptRequest);

  const requested = (made: CodeRequest) => {
    keepRequest(made);
    setRequest(made);
  };
  const startAnew = () => {
    forgetRequest();
    setRequest(null);
  };
  const signedIn = async () => {
    forgetRequest();
    queries.clear();
    await loadPreferences();
    if (next !== undefined && OWN_PATH.test(next)) router.history.replace(next);
    else await router.navigate({ to: "/", replace: true });
  };

  return (
    <Container component="main" size={420} pt={80}>
      <title>{t("signIn.title")}</title>
      <Paper withBorder p="xl">
        <Stack>
          <Title order={1} size="h2">
            {t("signIn.title")}
          </Title>
          {request === null ? (
            <EmailForm onRequested={requested} />
          ) : (
            <>
              <Text role="status">{t("signIn.sent", { email: request.email })}</Text>
              <CodeForm
                action={t("signIn.submit")}
                send={(code) => client.signIn(request.authRequestId, code)}
                onDone={() => void signedIn()}
              />
              <Anchor component="button" type="button" size="sm" onClick={startAnew}>
                {t("signIn.otherAddress")}
              </Anchor>
            </>
          )}
        </Stack>
      </Paper>
    </Container>
  );
}
