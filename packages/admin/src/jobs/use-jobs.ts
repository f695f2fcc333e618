import { useQuery } from "@tanstack/react-query";
import { call } from "../api/client.ts";
import { keys } from "../api/keys.ts";
import type { Job } from "@colophon/api";

/** When a job runs, as it stands in the configuration. */
export function timesOf({ every, cron }: Pick<Job, "every" | "cron">): string {
  return every ?? cron ?? "";
}

/** While a job runs. */
const AGAIN_MS = 3_000;

export function useJobs() {
  return useQuery({
    queryKey: keys.jobs,
    queryFn: () => call<readonly Job[]>("/api/_jobs"),
    refetchInterval: ({ state: { data } }) => (data?.some(({ running }) => running) ? AGAIN_MS : false),
  });
}
