/** Times that calls about shifts can be asked for. */
import { unprocessable } from "../../../kernel/problem.ts";
import { dayMs } from "../../../shifts/clock.ts";

/** @throws 422 for a year in which nobody is on call */
export function refuseYear(field: string, at: Date): void {
  const year = at.getUTCFullYear();
  if (year < 1990 || year > 2199)
    throw unprocessable([{ field, message: "must be in the years 1990 to 2199" }]);
}

/** @throws 422 for a time that ends before it begins, or is too long */
export function refuseStretch(from: Date, to: Date, longestDays: number): void {
  if (to <= from) throw unprocessable([{ field: "to", message: "must be later than from" }]);
  if (to.getTime() - from.getTime() > longestDays * dayMs)
    throw unprocessable([{ field: "to", message: `must be at most ${longestDays} days after from` }]);
}
