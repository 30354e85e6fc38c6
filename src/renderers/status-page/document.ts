/** The frame of every page: head, heading, footer, and a policy that allows its own styles and script by their hashes. */
import { createHash } from "node:crypto";
import { type Markup, markup, type Shown } from "../../kernel/markup.ts";
import { offsetAt } from "../../kernel/time-zone.ts";
import { logoImage, logoPath } from "./logo.ts";
import type { PageFile } from "./page-file.ts";
import type { Page, PageState } from "./state.ts";
import { script, styleOf } from "./style.ts";
import { type Clock, createClock } from "./times.ts";

/** How a page is looked at. */
export interface View {
  /** The address of what is under a path below the page; "" is the page itself. */
  readonly link: (path: string) => string;
  /** Since when it could not be looked up anew, as RFC 3339; null while what is shown is how it is. */
  readonly asOf: string | null;
  /** RFC 3339. */
  readonly now: string;
}

/** What the parts of a page are given. */
export interface Drawing extends View {
  readonly state: PageState;
  readonly clock: Clock;
}

export function drawingOf(state: PageState, view: View): Drawing {
  return { ...view, state, clock: createClock(state.page.timezone) };
}

interface Content {
  /** After the page's own name in the window's title; null for the page itself. */
  readonly title: string | null;
  readonly main: Shown;
}

/** A whole page. Nothing of it is loaded from elsewhere, so that one answer shows all. */
export function documentOf(drawing: Drawing, { title, main }: Content): PageFile {
  const { state, link } = drawing;
  const { page } = state;
  const style = styleOf(page);
  const indexed = page.allow_indexing && !page.closed;
  const { text } = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === null ? page.title : `${title} · ${page.title}`}</title>
${!indexed && markup`<meta name="robots" content="noindex">\n`}${
  page.description !== null && markup`<meta name="description" content="${page.description.slice(0, 300)}">\n`
}<link rel="icon" href="data:,">
<link rel="alternate" type="application/atom+xml" title="${page.title}" href="${link("history.atom")}">
<link rel="alternate" type="application/rss+xml" title="${page.title}" href="${link("history.rss")}">
<style>${trusted(style)}</style>
</head>
<body>
<div class="wrap">
<a class="skip" href="#main">Skip to the content</a>
${headerOf(drawing)}
<main id="main">
${main}
</main>
${footerOf(drawing)}
</div>
<script>${trusted(script)}</script>
</body>
</html>
`;
  return { type: "text/html; charset=utf-8", text, policy: policyOf(style) };
}

/** What is to be known of a page before anything of it is shown. */
export type BarePage = Pick<Page, "title" | "theme" | "accent">;

/** A page that shows nothing but its name and one thing to do, such as before a password. */
export function bareDocument(page: BarePage, main: Markup): PageFile {
  const style = styleOf(page);
  const { text } = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<style>${trusted(style)}</style>
</head>
<body>
<div class="wrap">
<main>
${main}
</main>
</div>
</body>
</html>
`;
  return { type: "text/html; charset=utf-8", text, policy: policyOf(style) };
}

/** Our own text, which has no `<`. */
function trusted(text: string): Markup {
  return markup([text] as unknown as TemplateStringsArray);
}

function policyOf(style: string): string {
  return [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

function headerOf({ state: { page }, link, asOf, clock }: Drawing): Markup {
  const logo = page.logo !== null && logoImage(page.logo, link(logoPath(page.logo)));
  return markup`<header>
<a class="home" href="${link("")}">${logo}<h1 dir="auto">${page.title}</h1></a>
<nav aria-label="Page"><a href="${link("history")}">History</a>${
    page.support_url !== null && markup`<a href="${page.support_url}" rel="noopener">Get help</a>`
  }<a class="act" href="${link("subscribe")}">Subscribe</a></nav>
</header>${
    asOf !== null &&
    markup`
<p class="notice" role="status"><strong>As of ${timeOf(clock, asOf)}.</strong> The page cannot be brought up to date at the moment.</p>`
  }`;
}

function footerOf({ state: { page }, link }: Drawing): Markup {
  return markup`<footer>
<nav aria-label="Feeds"><a href="${link("history.atom")}">Atom</a><a href="${link("history.rss")}">RSS</a><a href="${link("maintenance.ics")}">Calendar of maintenance</a><a href="${link("api/v2/summary.json")}">JSON</a></nav>
<p>Times are those of ${page.timezone}; days are in UTC.</p>
</footer>`;
}

/** A moment, as the page's zone shows it; the script adds the reader's own time. */
export function timeOf({ time, timeZone }: Clock, at: string, counted = false): Markup {
  const offset = Math.round(offsetAt(Date.parse(at), timeZone) / 60_000);
  return markup`<time datetime="${at}" data-offset="${offset}"${counted && markup` data-until`}>${time(at)}</time>`;
}

/** A text of the organization's, whose direction is its own. */
export function own(text: string): Markup {
  return markup`<bdi>${text}</bdi>`;
}
