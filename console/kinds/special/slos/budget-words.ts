/** What is left of an error budget, and until when it lasts, in the words of people. Pure. */
import { figure, minuteText, percent, weekdayText } from "../../../../src/kernel/readable.ts";

export interface Budget {
  /** Percent of the budget; less than 0 once it is overspent. */
  readonly left: number;
  readonly target: number;
  readonly days: number;
  /** How many times as fast as it may it is spent; null where nobody knows. */
  readonly burn: number | null;
}

const dayMinutes = 1_440;
const dayMs = 86_400_000;

/** How long everything may fail within the window. */
export function budgetMinutes({ target, days }: Pick<Budget, "target" | "days">): number {
  return ((100 - target) / 100) * days * dayMinutes;
}

const units = [
  { minutes: dayMinutes, name: "days", from: 3 * dayMinutes },
  { minutes: 60, name: "hours", from: 180 },
  { minutes: 1, name: "minutes", from: 5 },
  { minutes: 1 / 60, name: "seconds", from: 0 },
] as const;

/** `31 of 43 minutes left`, in a unit in which the budget is a number that people can picture. */
export function leftWords(budget: Budget): string {
  const whole = budgetMinutes(budget);
  const unit = units.find(({ from }) => whole >= from) ?? units[3];
  const count = (minutes: number) => {
    const value = minutes / unit.minutes;
    return figure(value < 10 ? Math.round(value * 10) / 10 : Math.round(value));
  };
  const of = `${count(whole)} ${unit.name}`;
  const { left } = budget;
  const minutes = (Math.abs(left) / 100) * whole;
  if (left < 0 && count(minutes) !== "0") return `All ${of} are spent, and ${count(minutes)} more`;
  if (left <= 0) return `All ${of} are spent`;
  return count(minutes) === "0"
    ? `Less than ${tenth(unit.name)} of ${of} left`
    : `${count(minutes)} of ${of} left`;
}

function tenth(unit: string): string {
  return `0.1 ${unit}`;
}

/** `12.4% left`: a tenth is enough where many stand below each other, and nothing that is spent looks whole. */
export function shortWords(left: number): string {
  const words = left < 0 ? `${tenths(left)} overspent` : `${tenths(left)} left`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `Overspent by 12.4%`, `12.4% is left`: the spelling of one budget that stands alone, to the same tenth. */
export function partWords(left: number): string {
  return left < 0 ? `Overspent by ${tenths(left)}` : `${tenths(left)} is left`;
}

/** `−12.4%`, as charts, their tables and screen readers have it. */
export function budgetPercent(left: number): string {
  return left < 0 ? `−${tenths(left)}` : tenths(left);
}

/** Towards 0: nothing that is spent looks whole, and nothing that is left looks spent. */
function tenths(left: number): string {
  const size = Math.floor(Math.abs(left) * 10) / 10;
  return size === 0 && left !== 0 ? "less than 0.1%" : percent(size);
}

/** What the window allows, for whoever meets the figures for the first time. */
export function promiseWords(budget: Pick<Budget, "target" | "days">): string {
  return `${percent(budget.target)} has to be good over ${figure(budget.days)} days.`;
}

/**
 * Until when it lasts at the rate of the last hour: `at this rate gone on Friday at 14:00`. Bad events of before leave
 * the window meanwhile, which is left out here: it lasts at least as long. Empty where there is nothing to say.
 * @param now milliseconds since 1970
 */
export function lastsWords({ left, days, burn }: Budget, now: number, zone: string): string {
  if (burn === null || left <= 0) return "";
  if (burn <= 1) return "at this rate it lasts";
  return `at this rate gone ${whenWords(now + ((left / 100) * days * dayMs) / burn, now, zone)}`;
}

/** A moment to come: by its weekday within a week, and by its date later. */
function whenWords(at: number, now: number, zone: string): string {
  const [date = "", time = ""] = minuteText(at, zone).split(", ");
  const isOn = (moment: number) => minuteText(moment, zone).startsWith(`${date},`);
  if (isOn(now)) return `today at ${time}`;
  if (isOn(now + dayMs)) return `tomorrow at ${time}`;
  if (at - now > 6 * dayMs) return `on ${date}`;
  return `on ${weekdayText(at, zone)} at ${time}`;
}
