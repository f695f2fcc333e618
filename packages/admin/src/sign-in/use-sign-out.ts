import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { client } from "../api/client.ts";

/** Ends the session; nothing that it read stays on the page. */
export function useSignOut(): () => void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return () =>
    void client.signOut().then(async () => {
      await navigate({ to: "/sign-in" });
      queries.clear();
    });
}
