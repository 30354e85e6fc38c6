/** The texts of the palette's sentences. */
import type { Level } from "../../src/kernel/access.ts";
import { minuteText } from "../../src/kernel/readable.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { kindNames } from "../kinds/names.ts";
import type { Sentence } from "./sentences.ts";

/** With its time on the organization's clocks, which it names. */
export function sentenceTitle({ act, service, at }: Sentence, zone: string): string {
  const time = at === undefined ? undefined : `${minuteText(at, zone)} (${zone})`;
  if (act === "who") return `Who is notified of ${service}${time === undefined ? " now" : ` at ${time}`}`;
  const verb = act === "mute" ? "Mute" : "Freeze deploys of";
  return time === undefined ? `${verb} ${service}: until when?` : `${verb} ${service} until ${time}`;
}

/** What doing it takes; nothing for a question. */
export function sentenceLevel(act: Sentence["act"], kinds: readonly Definition[]): Level | undefined {
  const kind = { mute: kindNames.mute, freeze: kindNames.deployPolicy, who: undefined }[act];
  return kinds.find((one) => one.kind === kind)?.level;
}

export const texts = {
  reason: "Reason",
  until: "Until when",
  mute: "Mute",
  freeze: "Freeze",
  freezes: "Every deploy of the service is held until then.",
  nobody: "Nobody would be notified.",
  critical: "Of a critical alert of this service that begins then, by the rows as they are now.",
  whole: "See why, route by route",
  muted: "It would be muted, and nobody notified.",
} as const;
