/** The pages that people read: the page itself, its history, one incident, and what stands before a password. */

import { type Markup, markup } from "../../kernel/markup.ts";
import { dayText } from "../../kernel/readable.ts";
import { componentList, icons } from "./components.ts";
import { bareDocument, type Drawing, documentOf, timeOf } from "./document.ts";
import { incidentCard, pastIncident } from "./incident.ts";
import { type Indicator, overallOf } from "./overall.ts";
import type { PageFile } from "./page-file.ts";
import { type ComponentStatus, type Page, type PageIncident, sorted } from "./state.ts";
import { isMonth, monthBefore, monthName } from "./times.ts";
import { formula } from "./uptime.ts";

/** How many days of the past stand on the page itself; the history has all. */
const pastDays = 14;
const dayMs = 86_400_000;

export function mainPage(drawing: Drawing): PageFile {
  const { state } = drawing;
  const { outages, underWay, upcoming, ended } = sorted(state);
  const { page } = state;
  // Who comes in an outage looks for what is said of it; who comes otherwise, for what they use.
  const isOutage = !["none", "maintenance"].includes(overallOf(state).indicator);
  const open = markup`${cards(drawing, "Open incidents", outages)}${cards(drawing, "Maintenance under way", underWay)}`;
  return documentOf(drawing, {
    title: null,
    main: markup`${page.description !== null && markup`<p class="about" dir="auto">${page.description}</p>\n`}${banner(drawing)}
${isOutage && open}${componentList(drawing)}${!isOutage && open}${cards(drawing, "Planned maintenance", upcoming)}${past(drawing, ended)}${
  page.show_uptime && state.components.length > 0 && markup`<p class="rule">${formula}</p>\n`
}`,
  });
}

const iconOf: Readonly<Record<Indicator, ComponentStatus>> = {
  none: "operational",
  maintenance: "under_maintenance",
  minor: "degraded_performance",
  major: "partial_outage",
  critical: "major_outage",
};

function banner({ state, clock }: Drawing): Markup {
  const { indicator, description } = overallOf(state);
  return markup`<div class="state ${indicator}">${icons[iconOf[indicator]]}<div><h2>${description}</h2>
<p>Last change ${timeOf(clock, state.page.updatedAt)}</p></div></div>`;
}

function cards(drawing: Drawing, heading: string, incidents: readonly PageIncident[]): Markup | false {
  if (incidents.length === 0) return false;
  return markup`<section>
<h2>${heading}</h2>
${incidents.map((incident) => incidentCard(drawing, incident))}</section>
`;
}

/** The last days of the page's zone, each with what began on it; quiet days that follow each other are one line. */
function past(drawing: Drawing, ended: readonly PageIncident[]): Markup {
  const { clock, now, link } = drawing;
  const days = [
    ...new Set(
      Array.from({ length: pastDays }, (_, index) =>
        clock.day(new Date(Date.parse(now) - index * dayMs).toISOString()),
      ),
    ),
  ];
  const runs: { readonly days: string[]; readonly incidents: readonly PageIncident[] }[] = [];
  for (const day of days) {
    const incidents = ended.filter(({ startedAt }) => clock.day(startedAt) === day);
    const last = runs.at(-1);
    if (incidents.length === 0 && last?.incidents.length === 0) last.days.push(day);
    else runs.push({ days: [day], incidents });
  }
  return markup`<section class="past" aria-labelledby="past">
<h2 id="past">Past incidents</h2>
${runs.map(
  ({ days: [latest = "", ...earlier], incidents }) =>
    markup`<h3>${earlier.length > 0 && `${dayText(earlier.at(-1) ?? "")} to `}${dayText(latest)}</h3>
${incidents.length === 0 ? markup`<p class="quiet">No incidents.</p>\n` : incidents.map((one) => pastIncident(drawing, one))}`,
)}<p><a class="more" href="${link("history")}">All incidents by month</a></p>
</section>
`;
}

/**
 * What has ended and began in a month of the page's zone.
 * @param month as YYYY-MM; the present one for anything else, and for one before the page had anything
 */
export function historyPage(drawing: Drawing, month: string | undefined): PageFile {
  const { state, clock, now, link } = drawing;
  const present = clock.day(now).slice(0, 7);
  const isShown = month !== undefined && isMonth(month) && month < present && month >= firstMonth(drawing);
  const shown = isShown ? month : present;
  const ended = sorted(state).ended.filter(({ startedAt }) => clock.day(startedAt).startsWith(shown));
  const hasEarlier = state.incidents.some(({ startedAt }) => clock.day(startedAt).slice(0, 7) < shown);
  const to = (other: string, before: string, after: string) =>
    markup`<a href="${link(`history?month=${other}`)}">${before}${monthName(other)}${after}</a>`;
  return documentOf(drawing, {
    title: `History of ${monthName(shown)}`,
    main: markup`<section class="past">
<h2>History of ${monthName(shown)}</h2>
<nav class="turn" aria-label="Months"><span>${hasEarlier && markup`${to(monthBefore(shown, 1), "← ", "")}`}</span>${
      shown < present && markup`<span>${to(monthBefore(shown, -1), "", " →")}</span>`
    }</nav>
${ended.length === 0 && markup`<p class="quiet">No incidents.</p>\n`}${byDay(drawing, ended)}</section>
<p><a class="more" href="${link("")}">Current status</a></p>
`,
  });
}

/** The month of the first thing that a page had. */
function firstMonth({ state: { incidents, components }, clock, now }: Drawing): string {
  const times = [
    ...incidents.map(({ startedAt }) => startedAt),
    ...components.map(({ createdAt }) => createdAt),
  ];
  const first = Math.min(Date.parse(now), ...times.map((time) => Date.parse(time)));
  return clock.day(new Date(first).toISOString()).slice(0, 7);
}

function byDay(drawing: Drawing, incidents: readonly PageIncident[]): Markup[] {
  const dayOf = ({ startedAt }: PageIncident) => drawing.clock.day(startedAt);
  const days = [...new Set(incidents.map(dayOf))].toSorted().toReversed();
  return days.map(
    (day) => markup`<h3>${dayText(day)}</h3>
${incidents.filter((one) => dayOf(one) === day).map((one) => pastIncident(drawing, one))}`,
  );
}

export function incidentPage(drawing: Drawing, incident: PageIncident): PageFile {
  return documentOf(drawing, {
    title: incident.title,
    main: markup`${incidentCard(drawing, incident, "h2")}
<p><a class="more" href="${drawing.link("")}">Current status</a> <a class="more" href="${drawing.link("history")}">History</a></p>
`,
  });
}

/** What stands before a page with a password. @param wrong whether one was given that is not it */
export function passwordPage(page: Page, action: string, wrong: string | null): PageFile {
  // The name of the organization is behind the password, too.
  const title = "Status page";
  return bareDocument(
    { theme: page.theme, accent: page.accent, title },
    markup`<form class="card narrow" method="post" action="${action}">
<h1>${title}</h1>
<p>This status page has a password.</p>
${wrong !== null && markup`<p class="wrong" role="alert">${wrong}</p>\n`}<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required autofocus>
<button>Show the page</button>
</form>`,
  );
}
