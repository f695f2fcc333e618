/** A short message at the edge of the page. */
export interface Message {
  readonly text: string;
  readonly isFailure?: boolean;
  /** What can be done about it, as long as it is shown. */
  readonly action?: { readonly label: string; readonly run: () => void };
}
