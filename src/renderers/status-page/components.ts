/** The components of a page: their groups, what each shows now, and its days as bars and as a text. */

import { type Markup, markup } from "../../kernel/markup.ts";
import { dayText } from "../../kernel/readable.ts";
import { type Drawing, own, timeOf } from "./document.ts";
import { type Group, groupsOf, statusWords } from "./overall.ts";
import type { ComponentStatus, PageComponent } from "./state.ts";
import { spanName } from "./times.ts";
import { percent, type ShownDay, shownDays, uptimeOf } from "./uptime.ts";

export function componentList(drawing: Drawing): Markup | false {
  const { components } = drawing.state;
  if (components.length === 0) return false;
  return markup`<section aria-labelledby="components">
<h2 id="components">Components</h2>
${groupsOf(components).map((group) => groupCard(drawing, group))}</section>
`;
}

function groupCard(drawing: Drawing, group: Group): Markup {
  const parts = group.components.map((component) => componentRow(drawing, component));
  if (group.name === "") return markup`<div class="card group">${parts}</div>\n`;
  return markup`<details class="card group" open><summary><h3>${own(group.name)}</h3>${wordOf(group.status)}</summary>${parts}</details>\n`;
}

function componentRow(drawing: Drawing, component: PageComponent): Markup {
  const { name, description, status, unknownSince } = component;
  const { page } = drawing.state;
  return markup`<div class="part">
<div class="row">${component.group === "" ? markup`<h3>${own(name)}</h3>` : markup`<h4>${own(name)}</h4>`}${wordOf(status)}</div>
${description !== null && markup`<p class="meta" dir="auto">${description}</p>\n`}${
  unknownSince !== null &&
  markup`<p class="meta">Not measured since ${timeOf(drawing.clock, unknownSince)}; the status is the last one known.</p>\n`
}${page.show_uptime && component.showUptime && history(drawing, component)}</div>
`;
}

/** A status in words, with a shape of its own: colour alone says nothing to many. */
export function wordOf(status: ComponentStatus): Markup {
  return markup`<span class="word ${status}">${icons[status]}${statusWords[status]}</span>`;
}

const icon = (path: string) =>
  markup([
    `<svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg>`,
  ] as unknown as TemplateStringsArray);

export const icons: Readonly<Record<ComponentStatus, Markup>> = {
  operational: icon('<circle cx="8" cy="8" r="6.6"/><path d="m5.2 8.2 1.9 1.9 3.7-4"/>'),
  degraded_performance: icon('<path d="M8 1.8 14.6 13.6H1.4zM8 6.4v3.2M8 11.6v.1"/>'),
  partial_outage: icon('<circle cx="8" cy="8" r="6.6"/><path d="M8 4.6v4M8 11.1v.1"/>'),
  major_outage: icon(
    '<path d="M5.2 1.4h5.6l3.8 3.8v5.6l-3.8 3.8H5.2l-3.8-3.8V5.2zM5.7 5.7l4.6 4.6M10.3 5.7l-4.6 4.6"/>',
  ),
  under_maintenance: icon('<circle cx="8" cy="8" r="6.6"/><path d="M8 4.4V8l2.3 1.6"/>'),
};

function history({ state }: Drawing, component: PageComponent): Markup {
  const days = shownDays(state, component);
  const uptime = uptimeOf(days.flatMap(({ known }) => known ?? []));
  const measured = measuredSpan(days);
  const shown =
    uptime === undefined ? "no history yet" : `${percent(uptime)} uptime${measured && ` over ${measured}`}`;
  const said = measured === "" ? `${shown} over ${days.length} days` : shown;
  const first = days[0]?.day ?? "";
  const width = days.length * 5 - 2;
  return markup`<svg class="bars" viewBox="0 0 ${width} 34" preserveAspectRatio="none" role="img" aria-label="${component.name}: ${said}">${days.map(barOf)}</svg>
<p class="scale"><span>${days.length} days ago<span class="hid">, ${dayText(first)}</span></span><strong>${shown}</strong><span>Today</span></p>
${trouble(days)}`;
}

/** How long it has been measured, where that is less than all of the days; empty where it is all of them. */
function measuredSpan(days: readonly ShownDay[]): string {
  if (days.every(({ known }) => known !== null)) return "";
  return spanName(
    days.flatMap(({ known }) => Object.values(known?.seconds ?? {})).reduce((sum, one) => sum + one, 0),
  );
}

const marks: Readonly<Record<ComponentStatus, string>> = {
  operational: "",
  degraded_performance: "d",
  partial_outage: "p",
  major_outage: "m",
  under_maintenance: "u",
};

function barOf(day: ShownDay, index: number): Markup {
  const mark = day.worst === null ? "n" : marks[day.worst];
  return markup`<rect x="${index * 5}"${mark !== "" && markup` class="${mark}"`}><title>${dayText(day.day)}: ${wordsOf(day)}</title></rect>`;
}

/** What a day was like, such as "partial outage 2 h 3 min". */
function wordsOf({ known, worst }: ShownDay): string {
  if (known === null || worst === null) return "no data";
  const lasted = lowered.flatMap((status) => {
    const seconds = known.seconds[status] ?? 0;
    return seconds > 0 ? [`${statusWords[status].toLowerCase()} ${spanName(seconds)}`] : [];
  });
  return lasted.length === 0 ? "no trouble" : lasted.join(", ");
}

const lowered = ["major_outage", "partial_outage", "degraded_performance", "under_maintenance"] as const;

/** The same for who cannot point at a bar: on a phone, by keyboard, or by ear. Days that the figure does not count say so. */
function trouble(days: readonly ShownDay[]): Markup | false {
  const troubled = days.filter(({ worst }) => worst !== null && worst !== "operational").toReversed();
  if (troubled.length === 0) return false;
  const outages = troubled.filter(isCounted).length;
  const others = troubled.length - outages;
  const said = [
    outages > 0 && `${countOf(outages)} with an outage`,
    others > 0 && `${countOf(others)} slow or in maintenance, which uptime does not count`,
  ];
  return markup`<details class="days"><summary>${said.filter((one) => one !== false).join(", ")}</summary><ul>${troubled.map(
    (day) => markup`<li>${dayText(day.day)}: ${wordsOf(day)}</li>`,
  )}</ul></details>
`;
}

function countOf(days: number): string {
  return days === 1 ? "1 day" : `${days} days`;
}

/** Whether a day has what lowers the uptime. */
function isCounted({ known }: ShownDay): boolean {
  return (known?.seconds.major_outage ?? 0) > 0 || (known?.seconds.partial_outage ?? 0) > 0;
}
