/** What is said of SLOs whose burn alerts do not do what they seem to. */
import type { RendererRows, Warning } from "../renderer.ts";
import { type Decimal, decimal, printed, rest, share, times } from "./decimal.ts";
import { eventUnit } from "./event-unit.ts";
import { measureProblems, type SliRow } from "./sli-measure.ts";
import { minutesADay, type SloRow } from "./slo-rules.ts";

type Pair = SloRow["configuration"]["burn_alerts"][number];

export function sloWarnings({ slos, slis }: Pick<RendererRows, "slos" | "slis">): Warning[] {
  const measured = new Map(slis.map((sli) => [sli.id, sli]));
  return slos.flatMap((slo) => [
    ...asShare(slo),
    ...uncounted(slo, measured.get(slo.configuration.sli_id)),
    ...slo.configuration.burn_alerts.flatMap((pair, index) =>
      [neverFires(slo, pair), ...outlasting(slo, pair)].flatMap((found) =>
        found === undefined
          ? []
          : [{ resource: "slos", id: slo.id, ...found, field: `burn_alerts[${index}].${found.field}` }],
      ),
    ),
  ]);
}

/** A target below 1 % is kept by nearly anything: 0.995 is the share that other tools write for 99.5 %. */
function asShare({ id, configuration: { target_percent } }: SloRow): Warning[] {
  if (target_percent >= 1) return [];
  const meant = printed(times(decimal(target_percent), decimal(100)));
  const message = `is ${target_percent} %, so that nearly everything may be bad; write ${meant} if ${meant} % is meant`;
  return [{ resource: "slos", id, field: "target_percent", reason: "share_for_percent", message }];
}

/** How many events the value of another query stands for nobody knows. */
function uncounted({ id, configuration }: SloRow, sli: SliRow | undefined): Warning[] {
  if (configuration.min_bad_events === null || sli === undefined) return [];
  if (measureProblems(sli, undefined).length > 0) return [];
  const unit = eventUnit(sli);
  if (unit.unit === "seconds" || unit.counted) return [];
  return [
    {
      resource: "slos",
      id,
      field: "min_bad_events",
      reason: "events_not_counted",
      message: `counts the value of each evaluation as so many events, since the queries of the SLI "${sli.configuration.name}" are neither rates nor increases; write them with rate(…[5m]) or increase(…[5m])`,
    },
  ];
}

type Found = Pick<Warning, "reason" | "message"> & { readonly field: keyof Pair };

/** Where every event is bad the budget burns at one through the budget: no more can be bad than all there is. */
function neverFires({ configuration: { target_percent } }: SloRow, { threshold }: Pair): Found | undefined {
  // Where a share was written for percent, that is what is to be corrected.
  if (target_percent < 1) return undefined;
  const budget = rest(share(target_percent));
  const needed = times(decimal(threshold), budget);
  if (needed.digits <= 10n ** BigInt(needed.places)) return undefined;
  const most = printed(fastest(budget));
  return {
    field: "threshold",
    reason: "never_fires",
    message: `never fires: at a target of ${target_percent} % the burn rate is ${most} at most, when everything is bad; write ${most} or less`,
  };
}

/** One through the budget, rounded down. */
function fastest({ digits, places }: Decimal): Decimal {
  return { digits: 10n ** BigInt(places + shownPlaces) / digits, places: shownPlaces };
}

const shownPlaces = 2;

/** Over more than the SLO's window an alert looks at what is no longer in its budget. */
function outlasting({ configuration: { window_days } }: SloRow, pair: Pair): Found[] {
  const most = window_days * minutesADay;
  return (["long_minutes", "short_minutes"] as const).flatMap((field) =>
    pair[field] <= most
      ? []
      : [
          {
            field,
            reason: "longer_than_window",
            message: `is longer than the SLO's own window of ${window_days === 1 ? "1 day" : `${window_days} days`}: it fires for what is no longer in the budget; write ${most} or less`,
          },
        ],
  );
}
