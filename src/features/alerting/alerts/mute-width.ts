/** What a mute takes that may be more than was meant; pure rules. */
import type { Judgement } from "../../../engine/feature.ts";
import type { ConfigurationOf } from "../../../kernel/row-types.ts";
import { holds, matcherOf, mostSteps } from "../../../renderers/alerting/matchers.ts";
import { namesService } from "../../../renderers/alerting/named-services.ts";
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
  const { schedule, duration_minutes, starts_at, until } = mute;
  const begins = starts_at === null ? now : new Date(starts_at);
  const minutes =
    duration_minutes ?? (until === null ? 0 : (new Date(until).getTime() - begins.getTime()) / 60_000);
  if (schedule.length > 0 || minutes <= longMinutes || namesService(mute)) return [];
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
  const read = matchers.flatMap((text) => matcherOf(text) ?? []);
  if (read.length === 0 || read.length < matchers.length) return [];
  const takesUnlabelled = read.every((matcher) => holds(matcher, {}, budget) === true);
  // A value that nobody has: what takes it takes whatever there may be.
  const takesAnyValue = read.every(
    (matcher) => holds(matcher, { [matcher.name]: "\u0001" }, budget) === true,
  );
  if (!takesUnlabelled && !takesAnyValue) return [];
  const which = takesUnlabelled ? "does not have the labels they name" : "has the labels they name";
  const message = `take every alert that ${which}; add one that needs a value, such as service="checkout", if that is not meant`;
  return [{ field: "matchers", reason: "takes_all", message }];
}
