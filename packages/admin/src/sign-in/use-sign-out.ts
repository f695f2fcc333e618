import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { client } from "../api/client.ts";
import { useKnownMe } from "../api/admin-config.ts";
import { forgetRequests } from "../api/remembered-requests.ts";
import { forgetFormatted } from "../texts/formats.ts";
import { countUnsaved, discardUnsaved } from "../drafts/session/unsaved.ts";

/** Signs out and removes all data of the user from the browser. Asks first if there are unsaved changes. */
export function useSignOut() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const userId = useKnownMe().user?.id ?? "";
  const [unsaved, setUnsaved] = useState(0);
  const signOut = async () => {
    await client.signOut();
    discardUnsaved(userId);
    forgetRequests();
    await navigate({ to: "/sign-in", ignoreBlocker: true });
    forgetFormatted(); // the page before may have formatted more
    queries.clear();
  };
  return {
    /** The number of records whose changes would be lost; 0 until the user asks to sign out. */
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
