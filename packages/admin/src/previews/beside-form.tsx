import { Grid } from "@mantine/core";
import type { ReactNode } from "react";

/** The form with a panel beside it, or above it on narrow screens. */
export function BesideForm({ panel, children }: { readonly panel: ReactNode; readonly children: ReactNode }) {
  return (
    <Grid gap="xl">
      {panel && (
        <Grid.Col span={{ base: 12, lg: 6 }} order={{ base: 1, lg: 2 }}>
          {panel}
        </Grid.Col>
      )}
      <Grid.Col span={panel ? { base: 12, lg: 6 } : 12} order={{ base: 2, lg: 1 }}>
        {children}
      </Grid.Col>
    </Grid>
  );
}
