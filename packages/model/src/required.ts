interface RequiredOptions {
  readonly required?: boolean | undefined;
  readonly admin?: { readonly condition?: unknown } | undefined;
}

/** Whether the field is required without a condition. */
export function isRequired({ required, admin }: RequiredOptions): boolean {
  return required === true && admin?.condition === undefined;
}

/** Whether the field is required under a condition. */
export function isRequiredConditionally({ required, admin }: RequiredOptions): boolean {
  return required === true && admin?.condition !== undefined;
}
