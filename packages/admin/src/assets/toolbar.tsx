import { Center, Group, NativeSelect, SegmentedControl, VisuallyHidden } from "@mantine/core";
import { IconLayoutGrid, IconList } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { AdminEntity } from "../api/admin-config.ts";
import { ListSearchField } from "../lists/list-search-field.tsx";
import { useListSearch } from "../lists/use-list-search.ts";
import { entityText, mediaKindOf } from "../api/admin-entities.ts";
import { ORDERS, DEFAULT_SORT } from "../media/media-query.ts";

/** As high as the texts of the switch beside it. */
const LINE_HEIGHT = "calc(var(--mantine-font-size-sm) * var(--mantine-line-height))";

interface Props {
  readonly entity: AdminEntity;
  readonly entities: readonly AdminEntity[];
}

/** Filters, order and layout of the library; all of them are in the URL. */
export function Toolbar({ entity, entities }: Props) {
  const { t } = useTranslation();
  const { search, set } = useListSearch();
  return (
    <Group gap="sm" align="end">
      {entities.length > 1 && (
        <SegmentedControl
          aria-label={t("media.kind")}
          value={mediaKindOf(entity.name)}
          data={entities.map((kind) => ({ value: mediaKindOf(kind.name), label: entityText(kind, t) }))}
          onChange={(kind) => set("kind", kind)}
        />
      )}
      <ListSearchField />
      <NativeSelect
        label={t("media.order")}
        value={search["sort"] ?? DEFAULT_SORT}
        data={ORDERS.map((order) => ({ value: order, label: t(`media.orders.${order}`) }))}
        onChange={({ currentTarget: { value } }) => set("sort", value === DEFAULT_SORT ? undefined : value)}
      />
      <SegmentedControl
        aria-label={t("media.layout")}
        value={search["layout"] ?? "grid"}
        data={[
          { value: "grid", label: <Named icon={<IconLayoutGrid size={20} aria-hidden />} name={t("media.grid")} /> },
          { value: "list", label: <Named icon={<IconList size={20} aria-hidden />} name={t("media.lines")} /> },
        ]}
        onChange={(layout) => set("layout", layout === "grid" ? undefined : layout)}
      />
    </Group>
  );
}

function Named({ icon, name }: { readonly icon: ReactNode; readonly name: string }) {
  return (
    <Center h={LINE_HEIGHT}>
      {icon}
      <VisuallyHidden>{name}</VisuallyHidden>
    </Center>
  );
}
