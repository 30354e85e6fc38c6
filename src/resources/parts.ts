/** Groups of fields that several kinds share. */
import {
  choice,
  computed,
  defaultLimits,
  type ItemField,
  integer,
  list,
  map,
  reference,
  text,
  timestamp,
} from "../kernel/field.ts";
import { given } from "../kernel/given.ts";
import { everHolds, type Hours, hasDates, minutesOf } from "../kernel/hours.ts";
import { mostOwnLabels } from "../kernel/own-labels.ts";
import type { Problem } from "../kernel/problem.ts";
import { staleAfterMinutes } from "../kernel/staleness.ts";

/** The name that people know a row by, and its natural key. */
export function nameField(description = "What people call it; unique within the organization.") {
  return text({ description, max: defaultLimits.name });
}

/** Matchers in Alertmanager's grammar, all of which must hold. */
export function matcherList() {
  return list({
    description:
      'Matchers in Alertmanager\'s grammar, one an item, such as severity="critical" or service=~"checkout|cart". All must hold.',
    min: 1,
    items: text({ description: "One matcher.", format: "matcher" }),
  });
}

/** Labels of the owner's choosing, on every alert that is made of the row. */
export function alertLabels(more = "") {
  return map({
    description: `Labels of its alerts, for routes and mutes, such as team: payments. What alerts say themselves (alertname, service, severity, orgconfig_…) is refused.${more}`,
    maxEntries: mostOwnLabels,
    section: "Advanced",
  });
}

/** Hours of a week by the clock on the wall of a time zone: the fields without the zone, whose name differs. */
export function hoursFields(what: string) {
  return {
    days: list({
      description: `On which days ${what}; empty: every day.`,
      items: weekday(),
    }),
    start: text({ description: "The first minute.", format: "clock", max: 5 }),
    end: text({
      description: "The end; not after start: on the next day. 24:00, as 00:00, ends the day.",
      format: "clock_end",
      max: 5,
    }),
  } as const;
}

/** Dates on which hours begin, next to their days of the week: one of each that is named has to hold. */
export function dateFields() {
  return {
    days_of_month: list({
      description:
        "The days of the month on which they begin: 1 is its first, -1 its last, -2 the one before that; empty is every day. A month that does not have a day has no hours then.",
      max: 62,
      optional: true,
      items: integer({ description: "A day of the month.", min: -31, max: 31 }),
    }),
    months: list({
      description: "The months in which they begin, 1 is January; empty is every month.",
      max: 12,
      optional: true,
      items: integer({ description: "A month.", min: 1, max: 12 }),
    }),
    years: list({
      description: "The years in which they begin; empty is every year.",
      optional: true,
      items: integer({ description: "A year.", min: 1_970, max: 9_999 }),
    }),
  } as const;
}

export function weekday() {
  return choice({
    description: "A day of the week.",
    choices: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"],
  });
}

export function hoursZone() {
  return text({ description: "The time zone that the hours are meant in.", format: "timezone", max: 64 });
}

/** What is wrong with hours, if anything: from midnight to midnight is a whole day; any other pair of equals could mean that or nothing. */
export function hoursProblems(
  path: string,
  { start, end }: { readonly start: string; readonly end: string },
) {
  if (start !== end || start === "00:00") return [];
  return [{ field: `${path}.end`, message: "must differ from start; a whole day runs from 00:00 to 24:00" }];
}

/** What is wrong with hours of dates. */
export function dateProblems(path: string, hours: Hours): Problem[] {
  if (!hasDates(hours)) return [];
  const { days_of_month = [], months = [], years = [] } = hours;
  const zeros = days_of_month.flatMap((day, index) =>
    day === 0
      ? [
          {
            field: `${path}.days_of_month[${index}]`,
            message: "must not be 0: 1 is the first day, -1 the last",
          },
        ]
      : [],
  );
  const repeated = Object.entries({ days_of_month, months, years }).flatMap(([name, values]) =>
    repeatedProblems(`${path}.${name}`, values.map(String)),
  );
  if (zeros.length + repeated.length > 0) return [...zeros, ...repeated];
  const { start, end } = minutesOf(hours);
  if (end !== 0 && end <= start)
    return [
      {
        field: `${path}.end`,
        message:
          "must be later than start where there are days_of_month, months or years: end at 24:00, and write the hours after midnight as an item of their own, with their own dates",
      },
    ];
  return everHolds(hours)
    ? []
    : [{ field: path, message: "never holds: there is no such day in these months and years" }];
}

/** What is in a list twice. @param path the list's */
export function repeatedProblems(path: string, values: readonly string[]): Problem[] {
  return values.flatMap((value, index) =>
    values.indexOf(value) < index
      ? [{ field: `${path}[${index}]`, message: "is in the list already; leave one of them out" }]
      : [],
  );
}

/** The name of a service. */
export function serviceName<const O extends object>(description: string, more: O = {} as O) {
  return text({ description, max: defaultLimits.name, names: "service", ...more });
}

/** The service that a check from outside is about. */
export function checkedService() {
  return serviceName("The service that it checks; null names none.", { nullable: true });
}

/** The team that answers for the row. */
export function owningTeam(description: string) {
  return reference({ description, to: "teams", nullable: true, owner: true });
}

export const severities = ["info", "warning", "error", "critical"] as const;

/** What a word of a label can mean. none: recorded and routed, and never sent to a pager. */
export const wordMeanings = ["none", ...severities] as const;

/** How an integration last fared, as a checker reported it. Routine: moves neither ETag nor audit. */
export const healthFields = {
  health_status: charted(
    choice({
      description: "The health of the integration.",
      choices: ["unknown", "healthy", "degraded", "failing"],
      tones: { unknown: "quiet", healthy: "good", degraded: "warning", failing: "bad" },
      default: "unknown",
    }),
  ),
  ...lastError(),
  last_success_at: reportedTime("When it last worked."),
  consecutive_failures: failureCount(),
} as const;

/** What last went wrong. */
export function lastError() {
  return {
    last_error_at: reportedTime("When it last failed."),
    last_error_kind: reported(
      choice({
        description: "What kind of failure it was.",
        choices: [
          "auth_invalid",
          "assume_role_denied",
          "access_denied",
          "malformed_query",
          "throttled",
          "network",
          "other",
        ],
        nullable: true,
      }),
    ),
    last_error_message: reported(
      text({ description: "The failure in a sentence.", nullable: true, sanitised: true }),
      "The last failure, also of what works again, in a sentence of at most 300 characters, without what looks like a secret; a longer report is truncated.",
    ),
  } as const;
}

export function failureCount() {
  return computed({
    shape: integer({ description: "Failures since it last worked.", min: 0, default: 0 }),
    from: "state",
  });
}

/** What only a checker outside can know. */
export function reported<const S extends ItemField>(shape: S, description = shape.description) {
  return computed({ description, shape, from: "state", reported: true });
}

/** The same, kept for charts. */
export function charted<const S extends ItemField>(shape: S, description = shape.description) {
  return computed({ description, shape, from: "state", reported: true, history: true });
}

/** When something happened. */
export function reportedTime(description: string) {
  return reported(timestamp({ description, nullable: true, past: true }));
}

/** Of a kind whose rows are seen again and again: since when nobody knows its status and why, and the age of each figure. */
export function statusAge() {
  return {
    status_since: computed({
      shape: timestamp({
        description:
          "Since when nobody knows the status: when it was last measured. Null while it is known, and where it never was.",
        nullable: true,
      }),
      from: "age",
    }),
    status_reason: reported(
      text({
        description:
          "Why nobody knows the status, and what to do; null while it is known. Whoever reports that a status is unknown may say why.",
        nullable: true,
        sanitised: true,
      }),
    ),
    measured_at: computed({
      description:
        "When each reported value was measured, by its name: the time that its report gave, or that of the report. An older report never replaces a newer value, and null replaces no number and no time.",
      shape: map({ description: "RFC 3339 times by the names of fields." }),
      from: "state",
    }),
  } as const;
}

/** After how many minutes without figures somebody is notified. */
export function missingAfter<const O extends { readonly default: number } | FilledWhenNew>(
  description: string,
  start: O,
) {
  return integer({
    description,
    min: 1,
    max: 10_080,
    unit: "minutes",
    suggested: [5, 10, 30, 60],
    nullable: true,
    section: "Advanced",
    ...start,
  });
}

/** A row has its own value from its beginning on. */
interface FilledWhenNew {
  readonly keptWhenAbsent: true;
  readonly filled: string;
}

/**
 * When the row was last looked at, after which what was seen holds for a while.
 *
 * @param every the field that holds how often it is looked at, in seconds or minutes
 */
export function seenTime(description: string, every?: string) {
  const staleAfter = { minutes: staleAfterMinutes, ...given({ every }) };
  return reported(timestamp({ description, nullable: true, past: true, staleAfter }));
}

/** What critical alerts do on the status page. */
export function publishing(description: string) {
  return choice({
    description: `${description} none opens nothing; draft opens a draft, and its end is proposed; automatic publishes both.`,
    choices: ["none", "draft", "automatic"],
    default: "none",
    section: "Advanced",
  });
}

/**
 * Of texts that users are to read, those in which there is nothing to see, such as one blank. What is there already may stay.
 *
 * @param fields the names of the texts
 */
export function blankProblems(
  after: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> | undefined,
  fields: readonly string[],
): Problem[] {
  return fields.flatMap((field) => {
    const value = after[field];
    const isBlank = typeof value === "string" && value !== "" && !/[^\p{Cc}\p{Cf}\p{Z}]/u.test(value);
    return isBlank && value !== before?.[field]
      ? [{ field, message: "must have a character that can be seen" }]
      : [];
  });
}

/** How badly an incident affects users. */
export const impacts = ["none", "minor", "major", "critical", "maintenance"] as const;
