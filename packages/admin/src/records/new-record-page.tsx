import { Title } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";

const route = getRouteApi("/shell/content/$entity/new");

/** A record that is not saved yet. */
export function NewRecordPage() {
  const { entity } = route.useParams();
  return <Title order={1}>{entity}</Title>;
}
