/** A short notification at the edge of the page. */
export interface Message {
  readonly text: string;
  readonly isFailure?: boolean;
  /** An action that is offered while the message is shown. */
  readonly action?: { readonly label: string; readonly run: () => void };
}
