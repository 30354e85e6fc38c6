/** The history as Atom (RFC 4287) and as RSS 2.0: an entry an incident, which is new again with each of its updates. */

import { type Markup, markup, prose } from "../../kernel/markup.ts";
import { uuidOf } from "./ids.ts";
import { incidentWords } from "./overall.ts";
import { type PageIncident, type PageState, withOpen } from "./state.ts";
import { type Clock, createClock } from "./times.ts";

const mostEntries = 50;

interface Entry {
  readonly incident: PageIncident;
  readonly url: string;
  /** The same at every address of the page (RFC 4287 §4.2.6). */
  readonly id: string;
  /** RFC 3339. */
  readonly publishedAt: string;
  readonly changedAt: string;
  /** HTML. */
  readonly text: string;
}

/** First what was written to last. @param component the ids of those whose incidents alone are wanted, with commas */
function entriesOf(state: PageState, component: string | undefined): Entry[] {
  const clock = createClock(state.page.timezone);
  const saidAt = ({ updates, startedAt }: PageIncident) => updates.at(-1)?.at ?? startedAt;
  const wanted = component?.split(",");
  const found = state.incidents
    .filter(({ componentIds }) => wanted === undefined || componentIds.some((id) => wanted.includes(id)))
    .toSorted((one, other) => Date.parse(saidAt(other)) - Date.parse(saidAt(one)));
  return withOpen(found, mostEntries).map((incident) => ({
    incident,
    url: `${state.page.url}/incidents/${incident.id}`,
    id: `urn:uuid:${uuidOf(incident.id)}`,
    publishedAt: incident.updates[0]?.at ?? incident.startedAt,
    changedAt: saidAt(incident),
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
<id>urn:uuid:${uuidOf(`${state.page.id} ${component ?? ""}`)}</id>
<title>${title}</title>
<updated>${changedAt(state, entries)}</updated>
<link rel="alternate" type="text/html" href="${url}"/>
<link rel="self" type="application/atom+xml" href="${url}/history.atom${queryOf(component)}"/>
<author><name>${title}</name></author>
${entries.map(
  ({ incident, url: link, id, publishedAt, changedAt: changed, text }) => markup`<entry>
<id>${id}</id>
<title>${incident.title}</title>
<published>${publishedAt}</published>
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
  ({ incident, url: link, id, changedAt: changed, text }) => markup`<item>
<title>${incident.title}</title>
<link>${link}</link>
<guid isPermaLink="false">${id}#${changed}</guid>
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
