import { createContext, use, useId, useMemo, useSyncExternalStore, type ReactNode } from "react";
import type { AdminEntity } from "../api/admin-config.ts";
import type { Form, FormState } from "./model/form.ts";

export interface FormScope {
  readonly form: Form;
  readonly entity: AdminEntity;
  /** Null while it is not stored, and of globals. */
  readonly recordId: string | null;
  /** Begins the ids of the form's elements. */
  readonly prefix: string;
  /** Whether the values of shared fields count for other translations too. */
  readonly hasTranslations: boolean;
  /** Whether it is or was live: its address is known then. */
  readonly wasLive: boolean;
}

const Scope = createContext<FormScope | null>(null);

interface Given {
  readonly form: Form;
  readonly entity: AdminEntity;
  readonly recordId: string | null;
  readonly wasLive: boolean;
  readonly children: ReactNode;
}

export function FormProvider({ form, entity, recordId, wasLive, children }: Given) {
  const prefix = useId();
  const scope = useMemo(
    () => ({ form, entity, recordId, prefix, hasTranslations: entity.translatable, wasLive }),
    [form, entity, recordId, prefix, wasLive],
  );
  return <Scope value={scope}>{children}</Scope>;
}

export function useFormScope(): FormScope {
  const scope = use(Scope);
  if (!scope) throw new Error("A field stands outside of a form");
  return scope;
}

/** A part of the form's state; what it gives must be the same object as long as nothing in it changes. */
export function useFormState<T>(select: (state: FormState) => T): T {
  const { form } = useFormScope();
  return useSyncExternalStore(form.subscribe, () => select(form.state()));
}
