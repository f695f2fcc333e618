import { createClient, createConnection } from "@colophon/client";
import { confirmation } from "./confirmation.ts";
import { sendConfirmed } from "./send-confirmed.ts";
import { API_URL } from "./api-url.ts";
import { earlyAnswer } from "./early-answers.ts";
import { reportSignedOut } from "./signed-out.ts";

/** A record as the API returns it; its fields depend on the configuration, which is not known at build time. */
export interface AnyRecord {
  readonly id: string;
  readonly [field: string]: unknown;
}
export interface PageMeta {
  readonly total?: number;
  readonly totalEstimated?: boolean;
  readonly limit: number;
  readonly nextCursor?: string | null;
}
export interface RecordPage {
  readonly data: readonly AnyRecord[];
  readonly meta: PageMeta;
}
/** A query of the typed client, for entities that are known only at run time. */
export interface AnyQuery {
  readonly filter?: object | undefined;
  readonly sort?: string | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly resolve?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly q?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly count?: boolean | "exact" | undefined;
  readonly draft?: boolean | undefined;
  readonly trashed?: boolean | undefined;
  readonly can?: boolean | undefined;
  readonly locale?: string | undefined;
  readonly fallback?: boolean | undefined;
}

async function send(input: string | URL | Request, options?: RequestInit): Promise<Response> {
  const early = options?.method === "GET" ? await earlyAnswer(String(input)) : undefined;
  const answer = early ?? (await fetch(input, options));
  reportSignedOut(answer);
  return answer;
}
const fetchConfirmed = sendConfirmed(send, confirmation.ask);

/** The API client, without types of a specific configuration. */
export const client = createClient({ url: API_URL, fetch: fetchConfirmed });

/**
 * For paths that the typed client does not have: `call` returns the `data` of an answer, `callWhole` all of its JSON, `callAny` any answer.
 * @throws ColophonError
 */
export const { data: call, send: callWhole, any: callAny } = createConnection({ url: API_URL, fetch: fetchConfirmed });

/** @throws ColophonError */
export function listRecords(entity: string, query: AnyQuery): Promise<RecordPage> {
  return client.entity(entity as "_file").list(query as object);
}
