/** Alerts as pages read them: asked for again and again, since new ones come by themselves. */

import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { AlertStatus, WholeAlert } from "../../api/alert-shapes.ts";
import { namedActions } from "../../api/calls.ts";
import { act } from "../../api/client.ts";
import { alertsQuery } from "../../api/now-queries.ts";
import { readQuery, useDefinition, useDefinitions, useForgetRows } from "../../api/queries.ts";
import { kindNames } from "../../kinds/names.ts";
import { useHere } from "../../shell/session.ts";

const refreshMs = 10_000;
/** What is over waits for nobody, and may be a long list. */
const pastRefreshMs = 60_000;

/** The alerts of one status, newest first, as far as the service lists them. */
export function useAlerts(status: AlertStatus, enabled = true) {
  const here = useHere();
  return useQuery({
    ...alertsQuery(here.slug, status),
    refetchInterval: status === "resolved" ? pastRefreshMs : refreshMs,
    enabled,
  });
}

export function useAlert(id: string) {
  const here = useHere();
  return useQuery({
    ...readQuery<WholeAlert>(here.slug, namedActions.getAlert, { id }),
    refetchInterval: refreshMs,
  });
}

/** What the person may do about an alert. */
export interface AlertRights {
  readonly acknowledge: boolean;
  readonly resolve: boolean;
  readonly mute: boolean;
}

export function useAlertRights(): AlertRights {
  const here = useHere();
  const { actions } = useDefinitions();
  const mutes = useDefinition(kindNames.mute);
  const may = (name: string) => {
    const action = actions.find((one) => one.name === name);
    return action !== undefined && here.allows(action.level);
  };
  return {
    acknowledge: may(namedActions.acknowledgeAlert),
    resolve: may(namedActions.resolveAlert),
    mute: mutes !== undefined && here.allows(mutes.level),
  };
}

/** Acknowledges or resolves alerts, by their ids. */
export function useAlertAction(action: "acknowledgeAlert" | "resolveAlert") {
  const here = useHere();
  const forget = useForgetRows(here.slug);
  return useMutation({
    mutationFn: async (id: string) => (await act<WholeAlert>(here.slug, namedActions[action], { id })).body,
    onSettled: forget,
  });
}

/** The present time, which moves on while a page is looked at. @param everyMs how often */
export function useNow(everyMs = refreshMs): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
