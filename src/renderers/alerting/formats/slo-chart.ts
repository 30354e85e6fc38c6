/** The last hour of an SLO as a chart in a mail. */
import { percent, readable } from "../../../kernel/readable.ts";
import type { MailChart } from "../../mail/index.ts";

interface Hour {
  readonly name: string;
  readonly targetPercent: number;
  readonly since: Date;
  readonly badPercent: readonly (number | null)[];
}

export function sloChart({ name, targetPercent, since, badPercent }: Hour): MailChart {
  const known = badPercent.filter((value) => value !== null);
  const title = `Bad events of the SLO "${name}", the last hour`;
  const allowed = `Its target of ${percent(targetPercent)} allows ${percent(100 - targetPercent)}.`;
  const unknown = known.length < badPercent.length ? " A ? is a step without figures or events." : "";
  const last = known.at(-1);
  if (last === undefined)
    return { title, values: badPercent, caption: `Nothing was measured in that hour. ${allowed}${unknown}` };
  const figures = `${percent(known[0] as number)} at first, ${percent(last)} at last, ${percent(Math.max(...known))} at most`;
  return {
    title,
    values: badPercent,
    caption: `In steps of 5 minutes from ${readable(since)}: ${figures}. ${allowed}${unknown}`,
  };
}
