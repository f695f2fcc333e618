import { Avatar, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { keys } from "../api/keys.ts";
import { useKnownMe } from "../api/admin-config.ts";
import { recordApi } from "../record-model/record-api.ts";
import type { FocusedField } from "./use-focused-field.ts";

const EVERY_MS = 20_000;

interface Props {
  readonly entity: string;
  readonly id: string;
  readonly focused: FocusedField;
}

/** Other users who have the record open. */
export function Presence({ entity, id, focused }: Props) {
  const { t } = useTranslation();
  const me = useKnownMe().user?.id;
  const { data = [] } = useQuery({
    queryKey: keys.presence(entity, id),
    queryFn: () => recordApi(entity, id).presence(focused.current),
    refetchInterval: EVERY_MS,
    retry: false,
  });
  const others = data.filter(({ user }) => user?.id !== me);
  if (others.length === 0) return null;
  const names = others.map(({ user }) => user?.name ?? t("draft.presence.somebody"));
  return (
    <Tooltip.Group>
      <Avatar.Group role="status" aria-label={t("draft.presence.here", { names: names.join(", ") })}>
        {names.map((name, at) => (
          <Tooltip key={others[at]?.user?.id ?? at} label={name}>
            <Avatar size="sm" name={name} color="initials" />
          </Tooltip>
        ))}
      </Avatar.Group>
    </Tooltip.Group>
  );
}
