import { useQuery } from "@tanstack/react-query";
import { createContext, use, useEffect, useMemo, type ReactNode } from "react";
import type { AdminEntity } from "../api/admin-config.ts";
import { readForEditing } from "../record-model/read-for-editing.ts";
import { useFormScope } from "../form/form-context.tsx";
import { createForm, type Form } from "../record-model/form.ts";
import { recordQueryKey, type StoredRecord } from "../record-model/record-api.ts";
import { useComparedLocale } from "./locales.ts";
import { useTranslations } from "./use-translations.ts";

/** The record in another language, shown next to the form. */
export interface Comparison {
  /** The form that it is compared with. */
  readonly of: Form;
  readonly locale: string;
  /** A read-only form with the stored values. */
  readonly form: Form;
  readonly recordId: string | null;
}

const Compared = createContext<Comparison | null>(null);

/** Null if nothing is compared with this form. */
export function useComparison(): Comparison | null {
  const { form } = useFormScope();
  const comparison = use(Compared);
  return comparison?.of === form ? comparison : null;
}

interface Props {
  readonly entity: AdminEntity;
  readonly record: StoredRecord | null;
  readonly locale: string | undefined;
  readonly children: ReactNode;
}

/** Loads the record in the chosen language, to show it next to each field. */
export function ComparisonProvider({ entity, record, locale, children }: Props) {
  const [chosen] = useComparedLocale();
  const translations = useTranslations(entity, record);
  const locator = chosen === "" || chosen === locale ? undefined : translations?.[chosen]?.locator;
  const { data: source = null } = useQuery({
    queryKey: [...recordQueryKey(locator ?? { entity: entity.name, id: null }), "source"],
    queryFn: () => (locator ? readForEditing(entity, locator) : null),
    enabled: locator !== undefined,
  });
  const { form: of } = useFormScope();
  const form = useMemo(
    () =>
      createForm(
        entity.fields.map((definition) => ({ definition, isReadOnly: true })),
        {},
      ),
    [entity],
  );
  useEffect(() => form.reset(source ?? {}), [form, source]);
  const comparison = useMemo(
    () => (locator && source ? { of, locale: chosen, form, recordId: locator.id } : null),
    [of, chosen, form, locator?.id, locator === undefined, source === null],
  );
  return <Compared value={comparison}>{children}</Compared>;
}
