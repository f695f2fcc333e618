import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { listRecords } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";

const FOUND = 20;

export interface Person {
  readonly id: string;
  /** Their address where they have no name. */
  readonly name: string;
}

/** The users whose name or address holds the text. */
export function useUsers(text: string): readonly Person[] {
  const asked = text.trim();
  const filter = { $or: [{ name: { $contains: asked } }, { email: { $contains: asked } }] };
  const query = { fields: ["name", "email"], limit: FOUND, count: false, ...(asked !== "" && { filter }) };
  const { data } = useQuery({
    queryKey: keys.list("_user", query),
    queryFn: () => listRecords("_user", query),
    placeholderData: keepPreviousData,
  });
  return (data?.data ?? []).map(({ id, name, email }) => ({ id, name: String(name || email) }));
}
