import { useQuery } from "@tanstack/react-query";
import { call } from "../api/client.ts";
import { keys } from "../api/keys.ts";
import type { Job } from "@colophon/api";

/** While a job runs. */
const AGAIN_MS = 3_000;

export function useJobs() {
  return useQuery({
    queryKey: keys.jobs,
    queryFn: () => call<readonly Job[]>("/api/_jobs"),
    refetchInterval: ({ state: { data } }) => (data?.some(({ running }) => running) ? AGAIN_MS : false),
  });
}
