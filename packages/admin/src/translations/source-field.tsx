import { labelOfField } from "@colophon/model";
import { Badge, Button, Group, Stack } from "@mantine/core";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { FormProvider, useFormScope, useFormState } from "../form/form-context.tsx";
import { bodyValue } from "../record-model/body.ts";
import { isEqual } from "../record-model/same-value.ts";
import type { StoredField } from "../record-model/types.ts";
import { useParts } from "../form/parts.tsx";
import type { Comparison } from "./comparison.tsx";
import { useLocaleNames } from "./locales.ts";

interface Props {
  readonly field: StoredField;
  readonly comparison: Comparison;
}

/** The value of a field in the other language, for beside its own one; a missing translation is marked, and the value can be copied. */
export function SourceField({ field, comparison: { locale, form: source, recordId } }: Props) {
  const { t } = useTranslation();
  const { form, entity } = useFormScope();
  const { definition, isReadOnly } = field;
  const language = useLocaleNames()(locale);
  const Chosen = useParts().widgetOf(definition);
  const own = useFormState(({ values }) => values[definition.name]);
  const theirs = useSyncExternalStore(source.subscribe, () => source.state().values[definition.name]);
  const isSame = isEqual(bodyValue(definition, own), bodyValue(definition, theirs));
  const mark = isBlank(theirs) ? null : isBlank(own) ? "missing" : isSame && isText(definition.type) ? "same" : null;
  const label = t("translations.in", { name: labelOfField(definition), language });
  return (
    <Stack gap={4} lang={locale} data-source={definition.name}>
      <FormProvider form={source} entity={entity} recordId={recordId} wasLive locale={locale}>
        <Chosen field={{ ...field, isReadOnly: true }} path={definition.name} label={label} />
      </FormProvider>
      <Group gap="xs">
        {mark && (
          <Badge size="sm" variant="dot" color="orange" c="var(--mantine-color-text)" tt="none">
            {t(mark === "missing" ? "translations.missing" : "translations.same", { language })}
          </Badge>
        )}
        {!isSame && !isReadOnly && !isBlank(theirs) && (
          <Button
            size="compact-xs"
            variant="light"
            onClick={() => form.set(definition.name, theirs)}
            aria-label={t("translations.takeOf", { name: label })}
          >
            {t("translations.take")}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function isBlank(value: unknown): boolean {
  return value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

function isText(type: string): boolean {
  return type === "text" || type === "richtext";
}
