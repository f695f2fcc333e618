import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { client } from "./client.ts";
import { keys } from "./keys.ts";

export type Me = Awaited<ReturnType<typeof client.me>>;

export const meQuery = queryOptions({ queryKey: keys.me, queryFn: () => client.me(), staleTime: 60_000 });

/** Who is signed in, below the shell, which waits for it. */
export function useKnownMe(): Me {
  return useSuspenseQuery(meQuery).data;
}
