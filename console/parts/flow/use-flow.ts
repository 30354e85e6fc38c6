/** How the alerts of the last week came through the routes. */
import { useQuery } from "@tanstack/react-query";
import { namedActions } from "../../api/calls.ts";
import type { AlertFlow } from "../../api/flow-shapes.ts";
import { readQuery } from "../../api/queries.ts";
import { useOrganization } from "../../shell/session.ts";

export function useFlow() {
  const org = useOrganization()?.slug ?? "";
  return useQuery({ ...readQuery<AlertFlow>(org, namedActions.getAlertFlow, {}), staleTime: 60_000 });
}
