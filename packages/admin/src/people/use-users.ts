import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { entityNamed, useKnownConfig } from "../api/admin-config.ts";
import { listRecords, type AnyQuery } from "../api/client.ts";
import { keys } from "../api/keys.ts";
import { textCondition } from "../list-model/text-search.ts";
import { useSoughtText } from "../list-model/sought-text.ts";

const FOUND = 20;

export interface Person {
  readonly id: string;
  /** The email address if there is no name. */
  readonly name: string;
  /** The name with the email address, because names are not unique. */
  readonly label: string;
}

/** The users whose name or email address contains the text; while the text is the label of the chosen person, any. */
export function useUsers(text: string, chosen: Person | null): readonly Person[] {
  const users = entityNamed(useKnownConfig(), "_user");
  const { sought, fits } = useSoughtText(text === chosen?.label ? "" : text);
  const trimmed = sought.trim();
  const filter = users && trimmed !== "" ? textCondition(users, trimmed) : undefined;
  const query: AnyQuery = { fields: ["name", "email"], limit: FOUND, count: false, ...(filter && { filter }) };
  const { data, isPlaceholderData } = useQuery({
    queryKey: keys.list("_user", query),
    queryFn: () => listRecords("_user", query),
    placeholderData: keepPreviousData,
  });
  const found = (data?.data ?? []).map(({ id, name, email }) =>
    name ? { id, name: String(name), label: `${String(name)} (${String(email)})` } : { id, name: String(email), label: String(email) },
  );
  return found.filter(({ label }) => fits(label, !isPlaceholderData));
}
