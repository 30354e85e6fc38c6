/** The entries of the menu, and which of them a page belongs to. */
import type { AttentionSection } from "../api/attention-shapes.ts";
import { kindNames } from "../kinds/names.ts";
import * as texts from "./texts.ts";

export const entries = [
  { key: "now", title: texts.now, path: "" },
  { key: "alerts", title: texts.alerts, path: "/alerts" },
  { key: "on-call", title: texts.onCall, path: "/on-call" },
  { key: "services", title: texts.services, path: "/services" },
  { key: "objectives", title: texts.objectives, path: `/settings/${kindNames.slo}` },
  { key: "incidents", title: texts.incidents, path: `/settings/${kindNames.incident}` },
  { key: "changes", title: texts.changes, path: "/changes" },
  { key: "set-up", title: texts.setUp, path: "/set-up" },
  { key: "organization", title: texts.organization, path: "/organization" },
] as const;

export type EntryKey = (typeof entries)[number]["key"];

/** By the first part of an address below the organization. */
const ofPage: Readonly<Record<string, EntryKey>> = {
  "": "now",
  alerts: "alerts",
  drills: "alerts",
  notified: "set-up",
  "on-call": "on-call",
  services: "services",
  changes: "changes",
  audit: "changes",
  plans: "changes",
  proposals: "changes",
  "set-up": "set-up",
  prometheus: "set-up",
  "team-alerts": "set-up",
  export: "organization",
  keys: "organization",
  members: "organization",
  "move-in": "organization",
  organization: "organization",
  plan: "organization",
  "sign-in": "organization",
};

/** Kinds that have an entry of their own; every other one is set up. */
const ofKind: Readonly<Record<string, EntryKey>> = {
  [kindNames.slo]: "objectives",
  [kindNames.incident]: "incidents",
  [kindNames.organization]: "organization",
  [kindNames.rota]: "on-call",
  [kindNames.override]: "on-call",
  [kindNames.absence]: "on-call",
};

/** @param path an address below the organization's, such as `/settings/teams`; nothing for a page that no entry leads to */
export function entryOf(path: string): EntryKey | undefined {
  const [, first = "", kind = ""] = path.split("/");
  return first === "settings" || first === "new" ? entryOfKind(kind) : ofPage[first];
}

function entryOfKind(kind: string): EntryKey {
  return ofKind[kind] ?? "set-up";
}

/** The entry under which somebody finds what a part of the attention is about. */
export function entryOfSection({
  section,
  resource,
}: Pick<AttentionSection, "section" | "resource">): EntryKey {
  if (section === "alerts") return "alerts";
  if (section === "audit" || section === "proposals") return "changes";
  return section === "gates" ? "services" : entryOfKind(resource);
}
