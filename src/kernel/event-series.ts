/** Events over time as tests write them: `VALUExN` is N minutes of so many events, one after the other. */

/** Seconds of a step of an SLO's events, where they are kept, asked for and measured. */
export const stepSeconds = 300;

/** Most minutes of one series: a month. */
export const mostMinutes = 43_200;

const part = /^(\d{1,12}(?:\.\d{1,6})?)(?:x(\d{1,5}))?$/;

/** So many events a minute, for so many minutes. */
export interface Run {
  readonly events: number;
  readonly minutes: number;
}

/** Runs, one after the other; or what is wrong with the text, in the words of a problem. */
export function runsOf(text: string): { readonly runs: readonly Run[] } | { readonly problem: string } {
  const runs: Run[] = [];
  let length = 0;
  for (const one of text.trim().split(/\s+/)) {
    const found = part.exec(one);
    if (found === null)
      return {
        problem: `has ${JSON.stringify(one.slice(0, 50))}, which is no series; write VALUExN, such as 980x90 for 980 events a minute over 90 minutes`,
      };
    const minutes = Number(found[2] ?? 1);
    if (minutes === 0) return { problem: `has ${one}, which lasts no minute; write x1 or more` };
    length += minutes;
    if (length > mostMinutes) return { problem: `has more than ${mostMinutes} minutes; write fewer` };
    runs.push({ events: Number(found[1]), minutes });
  }
  return { runs };
}
