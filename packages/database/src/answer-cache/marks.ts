/**
 * Tells the gateways' caches of answers about writes; in production through Redis. The rule is in docs/architecture.md.
 */
export interface AnswerMarks {
  /** How long a gateway uses cached answers after the last look at the suspensions. */
  readonly leaseMs: number;
  isUp(): boolean;
  /**
   * Marks entities that a transaction of this backend is about to change.
   *
   * @returns a function that ends the mark after the commit; null if nobody could be told.
   */
  mark(backend: number, entities: readonly string[]): Promise<(() => Promise<void>) | null>;
}
