import { Box } from "@mantine/core";
import { useElementSize, useRovingIndex } from "@mantine/hooks";
import type { AnyRecord } from "../api/client.ts";
import type { Selection } from "../selection/use-selection.ts";
import { AssetItem, type Layout } from "./asset-item.tsx";

interface Props {
  readonly label: string;
  readonly assets: readonly AnyRecord[];
  readonly layout: Layout;
  /** The selected assets, if they can be selected; space selects too. */
  readonly selection?: Selection;
  /** Called when an asset is opened; without it, assets link to their page. */
  readonly onOpen?: (asset: AnyRecord) => void;
  /** Whether these are the assets of the previous page while the next one loads. */
  readonly isOld?: boolean;
}

const WIDTH = 150;
const GAP = 12;
/** As many columns as there is room for: known to the browser before the page measures them for the arrow keys. */
const THUMBNAILS = `repeat(auto-fill, minmax(min(${WIDTH}px, 100%), 1fr))`;

/** Assets as thumbnails or as rows. One of them is in the tab order; arrow keys, Home and End move the focus. */
export function AssetGrid({ label, assets, layout, selection, onOpen, isOld = false }: Props) {
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
        gridTemplateColumns: layout === "list" ? "minmax(0, 1fr)" : THUMBNAILS,
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
