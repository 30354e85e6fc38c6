/** The pages on which people subscribe, confirm and leave. None of them says who is subscribed. */

import { type Markup, markup } from "../../kernel/markup.ts";
import { type BarePage, bareDocument } from "./document.ts";
import { logoImage, logoPath } from "./logo.ts";
import type { PageFile } from "./page-file.ts";
import type { PageState } from "./state.ts";

export interface SubscribeOptions {
  readonly link: (path: string) => string;
  /** Whether the service has a mail server. */
  readonly mails: boolean;
  /** What is wrong with what was sent; null before anything was. */
  readonly wrong: string | null;
}

export function subscribePage(
  { page, components }: PageState,
  { link, mails, wrong }: SubscribeOptions,
): PageFile {
  return bareDocument(
    page,
    markup`<form class="card narrow" method="post" action="${link("subscribe")}">
${page.logo !== null && markup`${logoImage(page.logo, link(logoPath(page.logo)))}\n`}<h1 dir="auto">${page.title}</h1>
<p>Get a message with each update of an incident or of planned maintenance.</p>
${wrong !== null && markup`<p class="wrong" role="alert">${wrong}</p>\n`}${
  mails &&
  markup`<label for="email">Email</label>
<input id="email" name="email" type="email" maxlength="254" autocomplete="email">
`
}<label for="webhook">${mails ? "Or a webhook" : "Webhook"}</label>
<input id="webhook" name="webhook" type="url" maxlength="2000" placeholder="https://">
${
  components.length > 0 &&
  markup`<details class="days"><summary>Only some components</summary><ul>${components.map(
    ({ id, name }) =>
      markup`<li><label><input type="checkbox" name="component" value="${id}"> <bdi>${name}</bdi></label></li>`,
  )}</ul></details>
`
}<button>Subscribe</button>
<p class="quiet">You are asked to confirm it. Each message says how to leave. There are also <a href="${link("history.atom")}">Atom</a> and <a href="${link("history.rss")}">RSS</a>.</p>
<p><a href="${link("")}">Current status</a></p>
</form>`,
  );
}

/** Stands where no page is known. */
export const noPage: BarePage = { title: "Status page", theme: "auto", accent: null };

/** A sentence and the way back, where there is one. */
export function notePage(page: BarePage, note: string, home: string | null): PageFile {
  return bareDocument(
    page,
    markup`<div class="card narrow">
<h1 dir="auto">${page.title}</h1>
<p role="status">${note}</p>
${home !== null && markup`<p><a href="${home}">Current status</a></p>\n`}</div>`,
  );
}

const questions = {
  confirm: {
    text: "Subscribe to the updates of this status page?",
    button: "Confirm the subscription",
  },
  unsubscribe: { text: "Get no more messages of this status page?", button: "Unsubscribe" },
} as const;

/** Questions with a button each: a link alone changes nothing, since programs follow links in mails. */
export function subscriptionPage(
  page: BarePage,
  action: string,
  asked: readonly (keyof typeof questions)[],
): PageFile {
  return bareDocument(
    page,
    markup`<div class="card narrow">
<h1 dir="auto">${page.title}</h1>
${asked.map(
  (question) => markup`<form method="post" action="${action}">
<p>${questions[question].text}</p>
${hidden("action", question)}
<button>${questions[question].button}</button>
</form>
`,
)}</div>`,
  );
}

function hidden(name: string, value: string): Markup {
  return markup`<input type="hidden" name="${name}" value="${value}">`;
}
