/** The texts of the palette's sentences. */
import type { Level } from "../../src/kernel/access.ts";
import { minuteText } from "../../src/kernel/readable.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { kindNames } from "../kinds/names.ts";
import type { Sentence } from "./sentences.ts";
import * as texts from "./texts.ts";

/** With its time on the organization's clocks, which it names. */
export function sentenceTitle({ act, service, at }: Sentence, zone: string): string {
  const time = at === undefined ? undefined : `${minuteText(at, zone)} (${zone})`;
  if (act === "who") return texts.whoIsNotifiedOfAt(service, time);
  const verb = act === "mute" ? texts.mute : texts.freezeDeploysOf;
  return time === undefined ? texts.untilWhen(verb, service) : `${verb} ${service} until ${time}`;
}

/** What doing it takes; nothing for a question. */
export function sentenceLevel(act: Sentence["act"], kinds: readonly Definition[]): Level | undefined {
  const kind = { mute: kindNames.mute, freeze: kindNames.deployPolicy, who: undefined }[act];
  return kinds.find((one) => one.kind === kind)?.level;
}
