import { Box } from "@mantine/core";
import { useElementSize, useRovingIndex } from "@mantine/hooks";
import type { AnyRecord } from "../../api/client.ts";
import type { Selection } from "../../lists/bulk/use-selection.ts";
import { AssetItem, type Layout } from "./asset-item.tsx";

interface Given {
  readonly label: string;
  readonly assets: readonly AnyRecord[];
  readonly layout: Layout;
  /** Which of them are chosen, where several may be: space chooses too. */
  readonly selection?: Selection;
  /** What opening one does; it leads to its page where this is left out. */
  readonly onOpen?: (asset: AnyRecord) => void;
  /** Whether it is about to be replaced by another page. */
  readonly isOld?: boolean;
}

const WIDTH = 150;
const GAP = 12;

/** Assets as thumbnails or as lines. One of them at a time is reached by Tab; arrows, Home and End go to others. */
export function AssetGrid({ label, assets, layout, selection, onOpen, isOld = false }: Given) {
  const { ref, width } = useElementSize<HTMLUListElement>();
  const columns = layout === "list" ? 1 : Math.max(1, Math.floor((width + GAP) / (WIDTH + GAP)));
  const roving = useRovingIndex({ total: assets.length, columns });
  return (
    <Box
      component="ul"
      ref={ref}
      aria-label={label}
      aria-busy={isOld}
      m={0}
      p={0}
      style={{
        listStyle: "none",
        display: "grid",
        gap: layout === "list" ? 4 : GAP,
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
      }}
    >
      {assets.map((asset, index) => (
        <AssetItem
          key={asset.id}
          asset={asset}
          layout={layout}
          {...(selection && { isChosen: selection.has(asset.id), toggle: () => selection.toggle(asset.id) })}
          {...(onOpen && { onOpen: () => onOpen(asset) })}
          place={(options) => roving.getItemProps({ index, ...options })}
        />
      ))}
    </Box>
  );
}
