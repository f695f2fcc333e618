import { Title } from "@mantine/core";
import { useKnownConfig } from "../api/admin-config.ts";
import { getRouteApi } from "@tanstack/react-router";

const route = getRouteApi("/shell/content/$entity");

export function ListPage() {
  const { entity } = route.useParams();
  return <Title order={1}>{useKnownConfig().entities.find(({ name }) => name === entity)?.title ?? entity}</Title>;
}
