import { toQueryString } from "@colophon/client";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, callWhole } from "../api/client.ts";
import { keys } from "../api/keys.ts";
import type { Webhook, WebhookDelivery } from "@colophon/api";
import type { DeliveriesSearch } from "./webhook.ts";

export const PAGE_SIZE = 25;
/** As long as a shown delivery is not at its end. */
const AGAIN_MS = 3_000;

interface DeliveriesPage {
  readonly data: readonly WebhookDelivery[];
  readonly meta: { readonly total: number };
}

function pathOf(name: string, below: string): string {
  return `/api/_webhooks/${encodeURIComponent(name)}${below}`;
}

export function useWebhooks() {
  return useQuery({ queryKey: keys.webhooks, queryFn: () => call<readonly Webhook[]>("/api/_webhooks") });
}

/** One page of a webhook's deliveries, newest first. */
export function useDeliveries(name: string, { state, page = 1 }: DeliveriesSearch) {
  const query = { state, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  return useQuery({
    queryKey: keys.deliveries(name, query),
    queryFn: () => callWhole<DeliveriesPage>(pathOf(name, `/deliveries${toQueryString(query)}`)),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.data.some((delivery) => delivery.state === "pending") ? AGAIN_MS : false),
  });
}

/** What admins do with a webhook. */
export function useWebhookActions(name: string) {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: keys.webhooks });
  const post = (below: string) => call<unknown>(pathOf(name, below), { method: "POST" });
  return {
    test: useMutation({ mutationFn: () => post("/test"), onSettled }),
    enable: useMutation({ mutationFn: () => post("/enable"), onSettled }),
    redeliver: useMutation({ mutationFn: (id: string) => post(`/deliveries/${id}/redeliver`), onSettled }),
  };
}
