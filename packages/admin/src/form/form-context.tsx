import { createContext, use, useId, useMemo, useSyncExternalStore, type ReactNode } from "react";
import type { AdminEntity } from "../api/admin-config.ts";
import type { Form, FormState } from "../record-model/form.ts";

export interface FormScope {
  readonly form: Form;
  readonly entity: AdminEntity;
  /** Null for new records and globals. */
  readonly recordId: string | null;
  /** The prefix of element ids. */
  readonly prefix: string;
  /** Whether shared fields also change the other translations. */
  readonly hasTranslations: boolean;
  /** The language of the record; undefined if it has none. */
  readonly locale: string | undefined;
  /** Whether the record is or was published, so that its URL is known. */
  readonly wasLive: boolean;
}

const Scope = createContext<FormScope | null>(null);

interface Props {
  readonly form: Form;
  readonly entity: AdminEntity;
  readonly recordId: string | null;
  readonly wasLive: boolean;
  readonly locale?: string | undefined;
  readonly children: ReactNode;
}

export function FormProvider({ form, entity, recordId, wasLive, locale, children }: Props) {
  const prefix = useId();
  const scope = useMemo(
    () => ({ form, entity, recordId, prefix, hasTranslations: entity.translatable, wasLive, locale }),
    [form, entity, recordId, prefix, wasLive, locale],
  );
  return <Scope value={scope}>{children}</Scope>;
}

interface PartProps {
  /** Writes a value of the part, at its path in the record. */
  readonly set: Form["set"];
  readonly children: ReactNode;
}

/** A part of the form whose values are written by something else, which then writes them into the form: the editor of a text. */
export function FormPart({ set, children }: PartProps) {
  const scope = useFormScope();
  const part = useMemo(() => ({ ...scope, form: { ...scope.form, set } }), [scope, set]);
  return <Scope value={part}>{children}</Scope>;
}

export function useFormScope(): FormScope {
  const scope = use(Scope);
  if (!scope) throw new Error("A field stands outside of a form");
  return scope;
}

/** A part of the form's state; `select` must return the same object while nothing in it changes. */
export function useFormState<T>(select: (state: FormState) => T): T {
  const { form } = useFormScope();
  return useSyncExternalStore(form.subscribe, () => select(form.state()));
}
