import type { NewApiKey } from "@colophon/api";
import { Button, Fieldset, Group, NativeSelect, NumberInput, Stack, Text, TextInput } from "@mantine/core";
import { ColophonError } from "@colophon/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useKnownConfig } from "../api/admin-config.ts";
import { call } from "../api/client.ts";
import { errorText } from "../api/error-text.ts";
import { keys } from "../api/keys.ts";
import { errorsOf } from "../record-model/errors.ts";
import { keyRequestOf, type KeyValues } from "./api-key.ts";
import { assignableRoles } from "../api/role-choice.ts";

/** Creates an API key. */
export function KeyForm({ onMade }: { readonly onMade: (made: NewApiKey) => void }) {
  const { t } = useTranslation();
  const roles = useKnownConfig().roles.map(({ name }) => name);
  const queries = useQueryClient();
  const [values, setValues] = useState<KeyValues>({
    name: "",
    role: assignableRoles(useKnownConfig()).at(-1) ?? "",
    lastDay: "",
    rateLimit: "",
  });
  const set = (part: Partial<KeyValues>) => setValues((before) => ({ ...before, ...part }));
  const make = useMutation({
    mutationFn: () => call<NewApiKey>("/api/_api-keys", { method: "POST", body: keyRequestOf(values) }),
    onSuccess: async (made) => {
      onMade(made);
      await queries.invalidateQueries({ queryKey: keys.apiKeys });
    },
  });
  const errors = make.error instanceof ColophonError ? errorsOf(make.error.details) : {};
  const isGeneralError = make.error !== null && Object.keys(errors).length === 0;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        make.mutate();
      }}
    >
      <Fieldset legend={t("people.newKey")}>
        <Stack>
          <Group align="start" grow preventGrowOverflow={false}>
            <TextInput
              label={t("people.keyName")}
              required
              maxLength={200}
              value={values.name}
              onChange={(event) => set({ name: event.currentTarget.value })}
              error={errors["name"]}
            />
            <NativeSelect
              label={t("people.role")}
              data={roles}
              value={values.role}
              onChange={(event) => set({ role: event.currentTarget.value })}
              error={errors["role"]}
            />
            <TextInput
              type="date"
              label={t("people.lastDay")}
              description={t("people.lastDayText")}
              inputWrapperOrder={["label", "input", "description", "error"]}
              value={values.lastDay}
              onChange={(event) => set({ lastDay: event.currentTarget.value })}
              error={errors["expiresAt"]}
            />
            <NumberInput
              label={t("people.rateLimit")}
              description={t("people.rateLimitText")}
              inputWrapperOrder={["label", "input", "description", "error"]}
              min={1}
              allowDecimal={false}
              value={values.rateLimit}
              onChange={(rateLimit) => set({ rateLimit })}
              error={errors["rateLimitPerMinute"]}
            />
          </Group>
          {isGeneralError && (
            <Text c="var(--mantine-color-error)" role="alert">
              {errorText(make.error, t)}
            </Text>
          )}
          <Group>
            <Button type="submit" loading={make.isPending}>
              {t("people.makeKey")}
            </Button>
          </Group>
        </Stack>
      </Fieldset>
    </form>
  );
}
