import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { client } from "../api/client.ts";
import { useKnownMe } from "../api/me.ts";
import { countUnsaved, dropUnsaved } from "../records/draft/unsaved.ts";

/** Ends the session; nothing that it read or left unsaved stays in the browser. Where something is unsaved it is asked about first. */
export function useSignOut() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const userId = useKnownMe().user?.id ?? "";
  const [unsaved, setUnsaved] = useState(0);
  const signOut = async () => {
    await client.signOut();
    dropUnsaved(userId);
    await navigate({ to: "/sign-in", ignoreBlocker: true });
    queries.clear();
  };
  return {
    /** How many records it would throw changes away of; 0 as long as nobody has asked to sign out. */
    unsaved,
    ask() {
      const count = countUnsaved(userId);
      if (count === 0) void signOut();
      else setUnsaved(count);
    },
    signOut: () => void signOut(),
    stay: () => setUnsaved(0),
  };
}
