/** Services as pages and inputs ask for them. */
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useOrganization } from "../shell/session.ts";
import { namedActions } from "./calls.ts";
import { readQuery } from "./queries.ts";
import type { DetailedServices, ListedServices, ServiceFacts } from "./service-shapes.ts";

const refreshMs = 30_000;
/** Enough to choose from; what begins with the text comes first. */
const mostOffered = 12;

interface ServiceQuestion {
  readonly q: string;
  readonly in_trouble: boolean;
  readonly sort: "name" | "worst";
  /** How many services are before the page. */
  readonly cursor: string;
  readonly limit: number;
}

export const servicesQuery = (org: string, question: ServiceQuestion) =>
  queryOptions({
    ...readQuery<DetailedServices>(org, namedActions.listServices, { ...question, details: true }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });

export const serviceQuery = (org: string, service: string) =>
  queryOptions({
    ...readQuery<ServiceFacts>(org, namedActions.getService, { service }),
    refetchInterval: refreshMs,
  });

/** The services whose names hold a text: the very one first, then those that begin with it. */
export const offeredQuery = (org: string, q: string) =>
  queryOptions({
    ...readQuery<ListedServices>(org, namedActions.listServices, { q, limit: mostOffered }),
    staleTime: 30_000,
  });

export function useOffered(q: string, enabled = true) {
  const org = useOrganization()?.slug ?? "";
  return useQuery({ ...offeredQuery(org, q), enabled: enabled && org !== "" });
}
