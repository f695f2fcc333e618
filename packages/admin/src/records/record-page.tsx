import { getRouteApi } from "@tanstack/react-router";

const route = getRouteApi("/content/$entity/$id");

/** One record: its form, its draft, its history. */
export function RecordPage() {
  const { entity, id } = route.useParams();
  return (
    <main>
      {entity} {id}
    </main>
  );
}
