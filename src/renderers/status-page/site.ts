/** A page as files that any web host can serve: links lead from file to file, and nothing needs the service but subscribing. */

import { fileOf, pathsOf } from "./index.ts";
import type { PageFile } from "./page-file.ts";
import type { PageState } from "./state.ts";
import { createClock, monthBefore } from "./times.ts";

/** A folder would have no bound of its own. */
const mostMonths = 120;

/** Every file by its path, with `/` between folders. */
export function siteOf(state: PageState): ReadonlyMap<string, PageFile> {
  const paths = [...pathsOf(state), ...monthsOf(state).map((month) => `history?month=${month}`)];
  return new Map(
    paths.flatMap((path): [string, PageFile][] => {
      const [plain = "", month] = path.split("?month=");
      const place = placeOf(path);
      const up = "../".repeat(place.split("/").length - 1);
      const link = (to: string) => (to === "subscribe" ? `${state.page.url}/${to}` : `${up}${placeOf(to)}`);
      const file = fileOf(state, plain, { month }, { link, asOf: null, now: state.at });
      return file === undefined ? [] : [[place, file]];
    }),
  );
}

/** Pages are in folders of their own, so that their addresses have no ending. */
function placeOf(path: string): string {
  const [plain = "", month] = path.split("?month=");
  if (plain.includes(".")) return plain;
  return [plain, month, "index.html"].filter((part) => part !== undefined && part !== "").join("/");
}

/** The months from the first incident that has ended to the present one. */
function monthsOf({ incidents, page, at }: PageState): string[] {
  const clock = createClock(page.timezone);
  const first = incidents.map(({ startedAt }) => clock.day(startedAt).slice(0, 7)).toSorted()[0];
  const months: string[] = [];
  let month = clock.day(at).slice(0, 7);
  while (months.length < mostMonths && (months.length === 0 || (first !== undefined && month >= first))) {
    months.push(month);
    month = monthBefore(month, 1);
  }
  return months;
}
