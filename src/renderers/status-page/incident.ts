/** One incident on a page: what it affects, when, and its updates, the newest first. */

import { type Markup, markup, prose } from "../../kernel/markup.ts";
import { type Drawing, own, timeOf } from "./document.ts";
import { impactWords, incidentWords } from "./overall.ts";
import { isMaintenance, isOver, isUpcoming, type PageIncident, type PageState } from "./state.ts";
import { spanName } from "./times.ts";

/** The whole of it. @param heading the level of its heading on the page */
export function incidentCard(drawing: Drawing, incident: PageIncident, heading: "h2" | "h3" = "h3"): Markup {
  const tone = isMaintenance(incident) ? "maintenance" : incident.impact;
  const title = markup`<a href="${linkTo(drawing, incident)}">${own(incident.title)}</a>`;
  return markup`<article class="card incident ${tone}" id="${incident.id}">
${heading === "h2" ? markup`<h2 dir="auto">${title}</h2>` : markup`<h3 dir="auto">${title}</h3>`}
<p class="meta"><span class="tag ${tone}">${incidentWords[incident.status]}</span>${impactWords[tone]}${affected(drawing.state, incident)}</p>
${whenOf(drawing, incident)}
<ol class="updates" aria-label="Updates, the newest first">
${updatesOf(drawing, incident)}
</ol>
</article>
`;
}

/** What has ended, in a few lines: its last word, and how long it lasted. */
export function pastIncident(drawing: Drawing, incident: PageIncident): Markup {
  const { clock, state } = drawing;
  const last = incident.updates.at(-1);
  const tone = isMaintenance(incident) ? "maintenance" : incident.impact;
  return markup`<article class="${tone === "none" ? "quiet" : tone}">
<h4 dir="auto"><a href="${linkTo(drawing, incident)}">${own(incident.title)}</a></h4>
<p class="meta">${impactWords[tone]} · ${timeOf(clock, incident.startedAt)}${lasted(incident)}${affected(state, incident)}</p>
${last !== undefined && markup`<p class="body" dir="auto">${prose(last.body)}</p>\n`}</article>
`;
}

export function linkTo({ link }: Pick<Drawing, "link">, { id }: PageIncident): string {
  return link(`incidents/${id}`);
}

function lasted({ startedAt, resolvedAt }: PageIncident): string {
  if (resolvedAt === null) return "";
  return `, lasted ${spanName(Math.max(0, (Date.parse(resolvedAt) - Date.parse(startedAt)) / 1_000))}`;
}

function whenOf({ clock }: Drawing, incident: PageIncident): Markup {
  const { scheduledFor, scheduledUntil, startedAt, resolvedAt } = incident;
  const until = scheduledUntil !== null && markup` to ${timeOf(clock, scheduledUntil)}`;
  const planned =
    isMaintenance(incident) &&
    scheduledFor !== null &&
    markup`<p class="meta">Planned for ${timeOf(clock, scheduledFor, isUpcoming(incident))}${until}</p>`;
  if (isUpcoming(incident))
    return (
      planned || markup`<p class="meta">Announced ${timeOf(clock, startedAt)}; its time is not known yet</p>`
    );
  const ended =
    resolvedAt !== null &&
    isOver(incident) &&
    markup`, ended ${timeOf(clock, resolvedAt)}${lasted(incident)}`;
  return markup`${planned && markup`${planned}\n`}<p class="meta">Began ${timeOf(clock, startedAt)}${ended}</p>`;
}

function affected({ components }: PageState, { componentIds }: PageIncident): Markup | false {
  const names = components.flatMap(({ id, name }) => (componentIds.includes(id) ? [name] : []));
  return names.length > 0 && markup` · ${names.map((name, at) => markup`${at > 0 && ", "}${own(name)}`)}`;
}

function updatesOf({ clock }: Drawing, { updates }: PageIncident): Markup[] {
  return updates.toReversed().map(
    ({
      at,
      status,
      body,
    }) => markup`<li><strong>${incidentWords[status]}</strong> <span class="quiet">${timeOf(clock, at)}</span>
<p class="body" dir="auto">${prose(body)}</p></li>
`,
  );
}
