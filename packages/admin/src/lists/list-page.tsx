import { Title } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";

const route = getRouteApi("/shell/content/$entity");

export function ListPage() {
  const { entity } = route.useParams();
  return <Title order={1}>{entity}</Title>;
}
