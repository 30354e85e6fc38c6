/** Schedules of cron by the clock of a time zone: five fields, as the package cron-parser reads them. */
import { CronExpressionParser } from "cron-parser";

export interface CronSchedule {
  /** Minute, hour, day of the month, month and day of the week, with L for the last one and # for the how-manieth. */
  readonly cron: string;
  readonly time_zone: string;
}

/** What is wrong with the five fields, as a part of a sentence; undefined where nothing is. */
export function cronProblem(cron: string): string | undefined {
  const wrong = (why: string) =>
    `must be a schedule of cron with five fields, such as 30 2 * * MON-FRI: ${why}`;
  const fields = cron.trim().split(/\s+/);
  if (fields.length !== 5) return wrong(`it has ${fields.length}`);
  // The package draws a minute for it, another one each time.
  if (fields.some((field) => /\bH\b/i.test(field))) return wrong("H is Jenkins' own");
  try {
    // A day that never comes is seen only where it is looked for.
    nextRun({ cron, time_zone: "UTC" }, new Date(0));
    return undefined;
  } catch (error) {
    return wrong(`${(error as Error).message} (days that never come, and W, are not read)`);
  }
}

/** The first run after a moment. An hour that the clock leaves out is run when it goes on, one that it shows twice once. */
export function nextRun({ cron, time_zone }: CronSchedule, after: Date): Date {
  return CronExpressionParser.parse(cron, { tz: time_zone, currentDate: after }).next().toDate();
}
