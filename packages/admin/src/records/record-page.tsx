import { Title } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";

const route = getRouteApi("/shell/content/$entity/$id");

/** One record: its form, its draft, its history. */
export function RecordPage() {
  const { entity, id } = route.useParams();
  return (
    <Title order={1}>
      {entity} {id}
    </Title>
  );
}
