/** The pages behind links of mails: that of a page, and the one to get no more of some. A link alone changes nothing, since programs follow links in mails. */

import { markup } from "../../kernel/markup.ts";
import { bareDocument } from "./document.ts";
import type { PageFile } from "./page-file.ts";

/** Bare pages have a look of their own: the alert may be of any organization. */
const look = { title: "orgconfig", theme: "auto", accent: null } as const;

/** @param action where its buttons post to */
export function answerPage(about: string, action: string): PageFile {
  return bareDocument(
    look,
    markup`<div class="card narrow">
<h1 dir="auto">${about}</h1>
<form method="post" action="${action}">
<p>Say that you are at it: nobody else is paged, and no rule escalates it any more.</p>
<button name="answer" value="acknowledge">Acknowledge</button>
</form>
<form method="post" action="${action}">
<p>Or give it to who is on call in the next role.</p>
<button name="answer" value="pass_on">Pass it on</button>
</form>
</div>`,
  );
}

/** What became of it, in a sentence. */
export function answeredPage(about: string, note: string): PageFile {
  return bareDocument(
    look,
    markup`<div class="card narrow">
<h1 dir="auto">${about}</h1>
<p role="status">${note}</p>
</div>`,
  );
}

/** @param email who gets no more @param action where its button posts to */
export function unsubscribePage(about: string, email: string, action: string): PageFile {
  return bareDocument(
    look,
    markup`<div class="card narrow">
<h1 dir="auto">${about}</h1>
<form method="post" action="${action}">
<p>${email} gets no more mails of this change notification.</p>
<button name="answer" value="unsubscribe">Get no more of them</button>
</form>
</div>`,
  );
}
