/** A status page's files: what stands under each path below it, made from its state alone. */
import { componentBadge, embed, pageBadge } from "./badge.ts";
import { calendarOf } from "./calendar.ts";
import { drawingOf, type View } from "./document.ts";
import { atomOf, rssOf } from "./feeds.ts";
import { jsonOf, jsonPaths } from "./json.ts";
import { logoFile, logoPath } from "./logo.ts";
import { historyPage, incidentPage, mainPage } from "./page.ts";
import type { PageFile } from "./page-file.ts";
import type { PageState } from "./state.ts";

export { answeredPage, answerPage, unsubscribePage } from "./answering.ts";
export type { View } from "./document.ts";
export { publicPageId } from "./ids.ts";
export {
  type IncidentMessage,
  incidentBody,
  incidentMail,
  questionBody,
  questionMail,
  type SubscriberMail,
  subscriberWebhooks,
} from "./messages.ts";
export { passwordPage } from "./page.ts";
export type { PageFile } from "./page-file.ts";
export { type PreviewedPage, previewedPages, previewNote, previewOf } from "./preview.ts";
export type {
  ComponentStatus,
  Day,
  IncidentStatus,
  Page,
  PageComponent,
  PageIncident,
  PageState,
  PageUpdate,
} from "./state.ts";
export { isMaintenance } from "./state.ts";
export { noPage, notePage, subscribePage, subscriptionPage } from "./subscribing.ts";

/** What a file may be asked with. */
export interface PageQuery {
  /** Of the history, as YYYY-MM. */
  readonly month?: string | undefined;
  /** Of feeds: the ids of one or more components, with commas between them. */
  readonly component?: string | undefined;
}

type Make = (state: PageState, view: View, query: PageQuery) => PageFile | undefined;

const files: Readonly<Record<string, Make>> = {
  "": (state, view) => mainPage(drawingOf(state, view)),
  history: (state, view, { month }) => historyPage(drawingOf(state, view), month),
  "history.atom": (state, _view, { component }) =>
    feedOf(state, component, "application/atom+xml; charset=utf-8", atomOf),
  "history.rss": (state, _view, { component }) =>
    feedOf(state, component, "application/rss+xml; charset=utf-8", rssOf),
  "maintenance.ics": (state) => ({ type: "text/calendar; charset=utf-8", text: calendarOf(state) }),
  "badge.svg": (state) => picture(pageBadge(state)),
  "embed.js": () => ({ type: "text/javascript; charset=utf-8", text: embed, shared: true }),
};

/**
 * What stands under a path below the page; "" is the page itself. Undefined where nothing does.
 * @param path without a slash at its beginning and end
 */
export function fileOf(state: PageState, path: string, query: PageQuery, view: View): PageFile | undefined {
  const make = Object.hasOwn(files, path) ? files[path] : undefined;
  if (make !== undefined) return make(state, view, query);
  const { logo } = state.page;
  if (logo !== null && path === logoPath(logo)) return logoFile(logo);
  const [first = "", second = "", third] = path.split("/");
  if (path.startsWith("api/v2/")) {
    const text = jsonOf(state, path.slice("api/v2/".length));
    return text === undefined ? undefined : { type: "application/json; charset=utf-8", text, shared: true };
  }
  if (first === "incidents" && third === undefined) {
    const incident = state.incidents.find(({ id }) => id === second);
    return incident && incidentPage(drawingOf(state, view), incident);
  }
  if (first === "components" && path === `components/${second}/badge.svg`) {
    const component = state.components.find(({ id }) => id === second);
    return component && picture(componentBadge(component));
  }
  return undefined;
}

/** Every path that a page has now: of what is written out whole, for any web host. */
export function pathsOf({ page: { logo }, incidents, components }: PageState): readonly string[] {
  return [
    ...Object.keys(files),
    ...(logo === null ? [] : [logoPath(logo)]),
    ...jsonPaths.map((path) => `api/v2/${path}`),
    ...incidents.map(({ id }) => `incidents/${id}`),
    ...components.map(({ id }) => `components/${id}/badge.svg`),
  ];
}

/** There is no feed of a component that the page does not have. */
function feedOf(
  state: PageState,
  component: string | undefined,
  type: string,
  write: (state: PageState, component?: string) => string,
): PageFile | undefined {
  const isKnown = (wanted: string) => state.components.some(({ id }) => id === wanted);
  if (component !== undefined && !component.split(",").every(isKnown)) return undefined;
  return { type, text: write(state, component) };
}

function picture(text: string): PageFile {
  return { type: "image/svg+xml; charset=utf-8", text, shared: true, policy: "default-src 'none'" };
}
