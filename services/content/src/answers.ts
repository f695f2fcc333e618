/** What an operation answers: a JSON text as PostgreSQL made it, passed on unparsed. */
export interface Answer {
  readonly status: number;
  /** The whole body. */
  readonly body: string;
  /** The record's id and version, where the answer is one record. */
  readonly id: string | null;
  readonly version: number | null;
}

/** The body around one record, or around `null`. */
export function dataBody(data: string): string {
  return `{"data":${data}}`;
}
