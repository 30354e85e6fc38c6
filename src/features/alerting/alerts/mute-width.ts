/** What a mute takes that may be more than was meant; pure rules. */
import type { Judgement } from "../../../engine/feature.ts";
import type { ConfigurationOf } from "../../../kernel/row-types.ts";
import { holds, matcherOf, mostSteps } from "../../../renderers/alerting/matchers.ts";
import type { alertMutes } from "../../../resources/alert-mutes.ts";

type Mute = Pick<
  ConfigurationOf<typeof alertMutes>,
  "pattern" | "matchers" | "route_ids" | "schedule" | "duration_minutes" | "starts_at" | "until"
>;

export function muteWarnings(mute: Mute, now: Date): Omit<Judgement, "kind" | "id">[] {
  return [...widthWarnings(mute), ...lengthWarnings(mute, now)];
}

const longMinutes = 24 * 60;

/** Who mutes for days what names no service may forget it. */
function lengthWarnings(mute: Mute, now: Date): Omit<Judgement, "kind" | "id">[] {
  const { pattern, matchers, schedule, duration_minutes, starts_at, until } = mute;
  const begins = starts_at === null ? now : new Date(starts_at);
  const minutes =
    duration_minutes ?? (until === null ? 0 : (new Date(until).getTime() - begins.getTime()) / 60_000);
  const namesService =
    pattern?.includes("service=") === true ||
    matchers.some((text) => {
      const matcher = matcherOf(text);
      return matcher?.name === "service" && (matcher.op === "=" || matcher.op === "=~");
    });
  if (schedule.length > 0 || minutes <= longMinutes || namesService) return [];
  const field = duration_minutes === null ? "until" : "duration_minutes";
  const message = `mutes for ${Math.round(minutes / 60)} hours, and no service is named: whoever is on call then may not know of it; name one, or mute for a day`;
  return [{ field, reason: "long_mute", message }];
}

/** Alertmanager refuses such a silence. Here it is taken and said: somebody may want to be left alone for an hour. */
function widthWarnings({ pattern, matchers }: Mute): Omit<Judgement, "kind" | "id">[] {
  if (pattern !== null && /^\*+$/.test(pattern))
    return [
      {
        field: "pattern",
        reason: "takes_all",
        message: "takes every alert: nobody is notified of any while it holds",
      },
    ];
  const budget = { steps: mostSteps.ofOne };
  const takesUnlabelled = matchers.every((text) => {
    const matcher = matcherOf(text);
    return matcher !== undefined && holds(matcher, {}, budget) === true;
  });
  if (matchers.length === 0 || !takesUnlabelled) return [];
  const message =
    'take every alert that does not have the labels they name; add one that needs a value, such as service="checkout", if that is not meant';
  return [{ field: "matchers", reason: "takes_all", message }];
}
