/** What is said of routes that Alertmanager takes, and that do not repeat when they seem to. */
import { type SeverityWords, unknownWord } from "../alerting/facts.ts";
import { matcherOf } from "../alerting/matchers.ts";
import type { RendererRows, Warning } from "../renderer.ts";
import { mutesOfRoute } from "./timed-mutes.ts";

/** Alertmanager's own: 120 hours (`--data.retention`; of Mimir's tenants `-alertmanager.storage.retention`). */
const usualRetentionSeconds = 432_000;

export function routeWarnings(
  rows: Pick<RendererRows, "alertMutes" | "alertRoutes" | "severityWords">,
): Warning[] {
  return rows.alertRoutes.flatMap((row): Warning[] => {
    const { id, configuration } = row;
    const found = repeatFault(configuration);
    const own = { resource: "alert_routes", id };
    return [
      ...(found === undefined ? [] : [{ ...own, field: "repeat_interval_seconds", ...found }]),
      ...unknownWords(configuration.matchers, rows.severityWords).map((word) => ({
        ...own,
        field: "matchers",
        reason: "unknown_severity" as const,
        message: `takes the severity ${JSON.stringify(word)}, which nobody knows: a pager gets it as critical; say what it means in severity_words of organization_settings`,
      })),
      ...mutesOfRoute(row, rows.alertMutes).left.map((mute) => ({
        ...{ resource: "alert_mutes", id: mute.id, field: "matchers" },
        reason: "mute_not_rendered" as const,
        message: `overlaps at the route ${JSON.stringify(configuration.name)} with so many other mutes that Alertmanager is not given it there: this service alone keeps its alerts back; put the mutes together, or name their routes in route_ids`,
      })),
    ];
  });
}

/** Words that the matchers take as a severity and that nobody knows. */
function unknownWords(matchers: readonly string[], words: SeverityWords): readonly string[] {
  return matchers.map(matcherOf).flatMap((matcher) => {
    if (matcher?.name !== "severity" || (matcher.op !== "=" && matcher.op !== "=~")) return [];
    const values = matcher.op === "=" ? [matcher.value] : matcher.value.split("|");
    // Of a regular expression only what lists plain words.
    if (!values.every((value) => /^[\p{L}\p{N} _-]+$/u.test(value))) return [];
    return values.flatMap((severity) => unknownWord({ severity }, words) ?? []);
  });
}

function repeatFault({
  repeat_interval_seconds: repeat,
  group_interval_seconds: interval,
}: RendererRows["alertRoutes"][number]["configuration"]): Pick<Warning, "reason" | "message"> | undefined {
  if (repeat < interval)
    return {
      reason: "repeat_below_group_interval",
      message: `does not repeat after ${repeat} s: Alertmanager looks at a group once in group_interval_seconds (${interval}); write ${interval} or more, or a shorter group_interval_seconds`,
    };
  if (repeat > usualRetentionSeconds)
    return {
      reason: "repeat_beyond_retention",
      message: `repeats after ${usualRetentionSeconds} s already: after these 120 hours Alertmanager forgets what it has sent; write ${usualRetentionSeconds} or less, or start Alertmanager with a longer --data.retention`,
    };
  return undefined;
}
