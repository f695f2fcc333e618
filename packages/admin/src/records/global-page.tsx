import { Title } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";

const route = getRouteApi("/shell/globals/$entity");

/** The one record of a global. */
export function GlobalPage() {
  const { entity } = route.useParams();
  return <Title order={1}>{entity}</Title>;
}
