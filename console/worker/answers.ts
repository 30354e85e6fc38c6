/** What the buttons of a notification do: each ends in another notification that says what came of it. */
import { keptNotice, type Notice, type NoticeOptions, settledNotice } from "./notice.ts";
import { waysPath } from "./paths.ts";
import { type Answered, ask, isOk } from "./service.ts";
import * as texts from "./texts.ts";

/** Nothing came back, or it may come back next time. */
const mayHelpLater = (status: number) => status === 429 || status >= 500;

/** The service's own words for why not. */
function reasonOf({ status, body }: Answered): string {
  return typeof body.message === "string" ? body.message : texts.noAnswerKnown(status);
}

/** Works from a locked screen: with the token alone, whoever is signed in, or nobody. */
export async function acknowledged(shown: NoticeOptions): Promise<Notice> {
  const { acknowledge, title } = shown.data;
  if (acknowledge === null) return settledNotice(shown, title, shown.data.body);
  const answer = await ask(acknowledge.url, "omit", { token: acknowledge.token });
  if (answer === undefined) return keptNotice(shown, texts.notYet(title), texts.cannotBeReached);
  const { status } = answer;
  if (isOk(answer)) return settledNotice(shown, texts.acknowledged(title), texts.itIsYours);
  if (mayHelpLater(status)) return keptNotice(shown, texts.notYet(title), texts.refusedForNow(status));
  return settledNotice(shown, texts.nothingDone(title), reasonOf(answer));
}

/** Sends a code back with the session of this browser. */
export async function confirmed(shown: NoticeOptions): Promise<Notice> {
  const { code, url } = shown.data;
  const id = new URL(url ?? "", location.origin).searchParams.get("verify");
  if (code === null || id === null) return settledNotice(shown, shown.data.title, shown.data.body);
  const answer = await ask(`${waysPath}/${encodeURIComponent(id)}/verify`, "same-origin", { code });
  if (answer === undefined) return keptNotice(shown, texts.notConfirmed, texts.confirmAgain);
  const { status } = answer;
  if (isOk(answer)) return settledNotice(shown, texts.deviceAnswered, texts.pagesReachIt);
  if (status === 401) {
    const { title, options } = settledNotice(shown, texts.notConfirmed, texts.typeTheCode(code));
    return { title, options: { ...options, requireInteraction: true } };
  }
  if (mayHelpLater(status)) return keptNotice(shown, texts.notConfirmed, texts.confirmAgain);
  return settledNotice(shown, texts.notConfirmed, reasonOf(answer));
}
