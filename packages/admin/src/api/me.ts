import { queryOptions, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { client } from "./client.ts";
import { keys } from "./keys.ts";

export type Me = Awaited<ReturnType<typeof client.me>>;

export const meQuery = queryOptions({ queryKey: keys.me, queryFn: () => client.me(), staleTime: 60_000 });

/** Who is signed in; undefined until it is known. */
export function useMe(): Me | undefined {
  return useQuery(meQuery).data;
}

/** The same below the shell, where it is known. */
export function useKnownMe(): Me {
  return useSuspenseQuery(meQuery).data;
}
