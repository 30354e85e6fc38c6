/** A page as it would be, for a frame of the console: it leads nowhere, sends nothing, and is whole by itself. */

import { drawingOf } from "./document.ts";
import { logoPath } from "./logo.ts";
import { historyPage, mainPage, passwordPage } from "./page.ts";
import type { PageFile } from "./page-file.ts";
import type { PageState } from "./state.ts";
import { notePage, subscribePage } from "./subscribing.ts";

const nowhere = "#main";

const pages = {
  page: (state: PageState) => mainPage(drawingOf(state, viewOf(state))),
  history: (state: PageState) => historyPage(drawingOf(state, viewOf(state)), undefined),
  subscribe: (state: PageState, mails: boolean) =>
    subscribePage(state, { link: viewOf(state).link, mails, wrong: null }),
  password: ({ page }: PageState) => passwordPage(page, nowhere, null),
} as const;

export type PreviewedPage = keyof typeof pages;
export const previewedPages = Object.keys(pages) as readonly PreviewedPage[];

/** @param mails whether the service has a mail server */
export function previewOf(state: PageState, page: PreviewedPage, mails: boolean): PageFile {
  return framed(pages[page](state, mails));
}

/** In the place of a page that cannot be drawn: why. */
export function previewNote({ page }: PageState, note: string): PageFile {
  return framed(notePage(page, note, nowhere));
}

function viewOf({ page: { logo }, at }: PageState) {
  const link = (path: string) =>
    logo !== null && path === logoPath(logo) ? `data:${logo.type};base64,${logo.data}` : nowhere;
  return { link, asOf: null, now: at };
}

/** The console may show it in a frame, in which it is a stranger to the console. */
function framed(file: PageFile): PageFile {
  const policy = (file.policy ?? "").replace("frame-ancestors 'none'", "frame-ancestors 'self'");
  return { ...file, policy: `${policy}; sandbox allow-scripts` };
}
