import { ColophonError } from "@colophon/client";
import { QueryClient } from "@tanstack/react-query";

const MAX_TRIES = 2;

/** Retries only network errors and 503. */
function shouldRetry(tries: number, error: Error): boolean {
  return tries < MAX_TRIES && (!(error instanceof ColophonError) || error.status === 503);
}

export const queries = new QueryClient({
  defaultOptions: { queries: { staleTime: 10_000, retry: shouldRetry, networkMode: "always" }, mutations: { networkMode: "always" } },
});
