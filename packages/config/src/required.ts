interface Demanded {
  readonly required?: boolean | undefined;
  readonly admin?: { readonly condition?: unknown } | undefined;
}

/** Whether the field must hold a value, whatever else the record holds. */
export function isRequired({ required, admin }: Demanded): boolean {
  return required === true && admin?.condition === undefined;
}

/** Whether it must where its condition holds. */
export function isRequiredConditionally({ required, admin }: Demanded): boolean {
  return required === true && admin?.condition !== undefined;
}
