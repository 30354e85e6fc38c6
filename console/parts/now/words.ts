/** The texts of Now, on its page and on the screen for phones and walls. */
import type { AttentionItem, AttentionSection } from "../../api/attention-shapes.ts";
import type { Coming } from "../../api/timeline-shapes.ts";
import { specialOf } from "../../kinds/special.ts";
import type { Pressing, Whose } from "./urgency.ts";

export const whoseWords: Readonly<Record<Whose, string>> = { all: "All", my_teams: "My teams", mine: "Mine" };

/** What people do next about it. */
export function actOf({ section, resource, state }: Pressing): string {
  if (section === "alerts") return "Open";
  if (section === "decisions" || section === "proposals") return "Review";
  if (section === "drills") return "See the drill";
  if (section === "on_call") return "See the rota";
  if (section === "unmeasured") return state === "unknown" ? "See the engines" : "Connect an engine";
  if (section === "gates") return state === "frozen" ? "See the freeze" : "See the reasons";
  return specialOf(resource).attention?.step ?? "Open";
}

/** How a part of the attention is called where only some of it is listed. */
export function partTitle(
  { section, resource }: Pick<AttentionSection, "section" | "resource">,
  kindTitle: string,
): string {
  if (section === "unmeasured") return `${kindTitle} that nobody measures`;
  if (section === "drills") return `${kindTitle} that no drill proved`;
  if (section === "on_call") return `${kindTitle} with a gap`;
  if (section === "proposals") return "Proposals";
  return resource === "alerts" ? "Open alerts" : (specialOf(resource).attention?.title ?? kindTitle);
}

/** What of a kind happens, without its row's name. */
export const comingWords: Readonly<Record<Coming["what"], string>> = {
  freeze_ends: "Freeze ends",
  maintenance_begins: "Maintenance begins",
  maintenance_ends: "Maintenance ends",
  mute_begins: "Mute begins",
  mute_ends: "Mute ends",
  certificate_expires: "Certificate expires",
};

export type Item = AttentionItem;
