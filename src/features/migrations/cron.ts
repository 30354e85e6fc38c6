/** How long a cron schedule leaves between two runs at most, so that it is known when one is missing. */

const names: Readonly<Record<string, readonly string[]>> = {
  month: ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"],
  weekday: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"],
};

const macros: Readonly<Record<string, string>> = {
  "@yearly": "0 0 1 1 *",
  "@annually": "0 0 1 1 *",
  "@monthly": "0 0 1 * *",
  "@weekly": "0 0 * * 0",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@hourly": "0 * * * *",
};

const minutesADay = 1_440;
/** Four years have every date there is. */
const days = 4 * 366;

/**
 * The most minutes between two runs of a schedule with five fields, as crontab(5) has them, by days of 24 hours.
 * @returns undefined for what is no such schedule, or never runs twice
 */
export function longestGapMinutes(schedule: string): number | undefined {
  const text = macros[schedule.trim().toLowerCase()] ?? schedule;
  const fields = text.trim().split(/\s+/);
  if (fields.length !== 5) return undefined;
  const [minute, hour, date, month, weekday] = [
    valuesOf(fields[0], 0, 59),
    valuesOf(fields[1], 0, 23),
    valuesOf(fields[2], 1, 31),
    valuesOf(fields[3], 1, 12, names.month, 1),
    valuesOf(fields[4], 0, 7, names.weekday, 0),
  ];
  if (!minute || !hour || !date || !month || !weekday) return undefined;
  const times = [...hour].flatMap((at) => [...minute].map((past) => at * 60 + past)).sort((a, b) => a - b);
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const within = Math.max(0, ...times.slice(1).map((time, index) => time - (times[index] ?? 0)));
  const runs = Array.from({ length: days }, (_, day) => day).filter((day) => {
    const at = new Date(Date.UTC(2024, 0, 1 + day));
    const byDate = date.has(at.getUTCDate());
    const byWeekday = weekday.has(at.getUTCDay()) || (at.getUTCDay() === 0 && weekday.has(7));
    // Where both are given, either of them makes it run.
    const either = !fields[2]?.startsWith("*") && !fields[4]?.startsWith("*");
    return month.has(at.getUTCMonth() + 1) && (either ? byDate || byWeekday : byDate && byWeekday);
  });
  const between = runs.slice(1).map((day, index) => (day - (runs[index] ?? 0)) * minutesADay - last + first);
  return between.length === 0 ? undefined : Math.max(within, ...between);
}

/** The values of a field: a list of `*`, numbers, names and ranges, each with a step. */
function valuesOf(
  field = "",
  least: number,
  most: number,
  known: readonly string[] = [],
  firstName = 0,
): ReadonlySet<number> | undefined {
  const found = new Set<number>();
  for (const part of field.toLowerCase().split(",")) {
    const form = /^(\*|(\w+)(?:-(\w+))?)(?:\/(\d+))?$/.exec(part);
    if (form === null) return undefined;
    const [, whole, from, to, step = "1"] = form;
    const numberOf = (text: string) =>
      known.includes(text) ? known.indexOf(text) + firstName : Number(text);
    const start = whole === "*" ? least : numberOf(from ?? "");
    const end =
      whole === "*" || (to === undefined && form[4] !== undefined) ? most : numberOf(to ?? from ?? "");
    const every = Number(step);
    if (![start, end].every((value) => Number.isInteger(value) && value >= least && value <= most))
      return undefined;
    if (every < 1) return undefined;
    for (let value = start; value <= end; value += every) found.add(value);
  }
  return found;
}
