/** The history as Atom (RFC 4287) and as RSS 2.0: an entry an incident, which is new again with each of its updates. */
import { type Markup, markup, prose } from "./markup.ts";
import { incidentWords } from "./overall.ts";
import type { PageIncident, PageState } from "./state.ts";
import { type Clock, createClock } from "./times.ts";

const mostEntries = 50;

interface Entry {
  readonly incident: PageIncident;
  readonly url: string;
  /** RFC 3339. */
  readonly changedAt: string;
  /** HTML. */
  readonly text: string;
}

/** @param component the id of one whose incidents alone are wanted */
function entriesOf(state: PageState, component: string | undefined): Entry[] {
  const clock = createClock(state.page.timezone);
  return state.incidents
    .filter(({ componentIds }) => component === undefined || componentIds.includes(component))
    .slice(0, mostEntries)
    .map((incident) => ({
      incident,
      url: `${state.page.url}/incidents/${incident.id}`,
      changedAt: incident.updates.at(-1)?.at ?? incident.startedAt,
      text: textOf(clock, incident).text,
    }));
}

function textOf({ time }: Clock, { updates, scheduledFor, scheduledUntil }: PageIncident): Markup {
  const until = scheduledUntil === null ? "" : ` to ${time(scheduledUntil)}`;
  return markup`${scheduledFor !== null && markup`<p>Planned for ${time(scheduledFor)}${until}</p>`}${updates
    .toReversed()
    .map(
      ({ at, status, body }) =>
        markup`<p><small>${time(at)}</small><br><strong>${incidentWords[status]}</strong> – ${linesOf(body)}</p>`,
    )}`;
}

function linesOf(body: string): Markup {
  return markup`${body.split("\n").map((line, at) => markup`${at > 0 && markup`<br>`}${prose(line)}`)}`;
}

/** When a feed changed last: with its newest entry, or the page where it has no entry. */
function changedAt({ page }: PageState, entries: readonly Entry[]): string {
  return (
    entries
      .map((entry) => entry.changedAt)
      .toSorted()
      .at(-1) ?? page.updatedAt
  );
}

export function atomOf(state: PageState, component?: string): string {
  const entries = entriesOf(state, component);
  const { title, url } = state.page;
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${url}</id>
<title>${title}</title>
<updated>${changedAt(state, entries)}</updated>
<link rel="alternate" type="text/html" href="${url}"/>
<link rel="self" type="application/atom+xml" href="${url}/history.atom${queryOf(component)}"/>
<author><name>${title}</name></author>
${entries.map(
  ({ incident, url: link, changedAt: changed, text }) => markup`<entry>
<id>${link}</id>
<title>${incident.title}</title>
<published>${incident.startedAt}</published>
<updated>${changed}</updated>
<link rel="alternate" type="text/html" href="${link}"/>
<category term="${incident.status}"/>
<content type="html">${text}</content>
</entry>
`,
)}</feed>
`.text;
}

export function rssOf(state: PageState, component?: string): string {
  const entries = entriesOf(state, component);
  const { title, url, description } = state.page;
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${title}</title>
<link>${url}</link>
<description>${description ?? `Incidents of ${title}`}</description>
<language>en</language>
<lastBuildDate>${mailDate(changedAt(state, entries))}</lastBuildDate>
<atom:link rel="self" type="application/rss+xml" href="${url}/history.rss${queryOf(component)}"/>
${entries.map(
  ({ incident, url: link, changedAt: changed, text }) => markup`<item>
<title>${incident.title}</title>
<link>${link}</link>
<guid isPermaLink="true">${link}</guid>
<pubDate>${mailDate(changed)}</pubDate>
<category>${incident.status}</category>
<description>${text}</description>
</item>
`,
)}</channel>
</rss>
`.text;
}

function queryOf(component: string | undefined): string {
  return component === undefined ? "" : `?component=${encodeURIComponent(component)}`;
}

/** As RSS has dates (RFC 822, with four digits of the year). */
function mailDate(at: string): string {
  return new Date(at).toUTCString();
}
