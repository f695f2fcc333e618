import { Stack, Title } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { NotFound } from "../elements/not-found.tsx";
import { OwnPart } from "./own-part.tsx";
import { ownPages } from "./own-parts.ts";

/** A custom page of the project, at `/pages/<name>`. */
export function OwnPage() {
  const { page: name } = useParams({ from: "/shell/pages/$page" });
  const own = ownPages.get(name);
  if (!own) return <NotFound />;
  return (
    <Stack>
      <Title order={1} size="h2">
        {own.title}
      </Title>
      <OwnPart name={name}>
        <own.Page />
      </OwnPart>
    </Stack>
  );
}
