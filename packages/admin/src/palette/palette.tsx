import "@mantine/spotlight/styles.css";
import { Spotlight } from "@mantine/spotlight";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { entityNamed, useKnownConfig, useKnownMe } from "../api/admin-config.ts";
import { client, type AnyRecord } from "../api/client.ts";
import { pagesFor } from "./pages.ts";
import { titleOf } from "../api/summary.ts";
import { useSoughtText } from "../list-model/sought-text.ts";
import { entityText } from "../api/admin-entities.ts";
import { entriesOf } from "./entries.ts";

const HITS = 5;
/** Without this, text that is typed while the palette fades out would be lost. */
const AT_ONCE = { duration: 0 };

interface Hit {
  readonly entity: string;
  readonly global: boolean;
  readonly document: AnyRecord;
}

/** The command palette: finds entities, actions and records. */
export function Palette() {
  const { t } = useTranslation();
  const config = useKnownConfig();
  const { isAdmin } = useKnownMe();
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const trimmed = text.trim();
  const { sought } = useSoughtText(trimmed);
  const { data } = useQuery({
    queryKey: ["search", sought],
    queryFn: async () => (await client.search(sought, { limit: HITS })).results as unknown as readonly Hit[],
    enabled: sought.length > 1,
  });

  const entries = entriesOf(config, text, t, pagesFor(config, { isAdmin })).map(({ id, label, go }) => (
    <Spotlight.Action key={id} label={label} onClick={() => void navigate(go)} />
  ));
  const hits = sought.length > 1 && sought === trimmed ? (data ?? []) : []; // no results of an earlier text
  const records = hits.flatMap(({ entity: name, global, document }) => {
    const entity = entityNamed(config, name);
    if (!entity) return [];
    const go = global
      ? ({ to: "/globals/$entity", params: { entity: name } } as const)
      : ({ to: "/content/$entity/$id", params: { entity: name, id: document.id } } as const);
    const label = titleOf(entity, document);
    return [<Spotlight.Action key={document.id} label={label} description={entityText(entity, t)} onClick={() => void navigate(go)} />];
  });
  return (
    <Spotlight.Root query={text} onQueryChange={setText} shortcut={null} transitionProps={AT_ONCE} maxHeight={420} scrollable>
      <Spotlight.Search placeholder={t("palette.search")} aria-label={t("palette.search")} />
      <Spotlight.ActionsList>
        {entries}
        {/* At the end, because they arrive later: the keyboard selection does not change. */}
        {records.length > 0 && <Spotlight.ActionsGroup label={t("palette.records")}>{records}</Spotlight.ActionsGroup>}
        {records.length + entries.length === 0 && <Spotlight.Empty>{t("palette.nothing")}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
