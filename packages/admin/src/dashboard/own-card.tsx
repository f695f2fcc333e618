import { Paper, Title } from "@mantine/core";
import { OwnPart } from "../own-parts/own-part.tsx";
import { ownCards } from "../own-parts/own-parts.ts";

/** A custom card of the project; nothing if the build has no such card. */
export function OwnCard({ name, title }: { readonly name: string; readonly title: string | null }) {
  const Own = ownCards.get(name);
  if (!Own) return null;
  return (
    <Paper withBorder p="md">
      {title !== null && (
        <Title order={2} size="h5" mb="xs">
          {title}
        </Title>
      )}
      <OwnPart name={name}>
        <Own />
      </OwnPart>
    </Paper>
  );
}
