/** Answers by phone: a key that is pressed in a call, a text that is sent back. Whose they are, the number says. */
import { foldEmail } from "../../../kernel/natural-key.ts";
import { isSigned, type PhoneForm, parseReply, wishOf } from "../../../kernel/phone-replies.ts";
import { Refusal } from "../../../kernel/problem.ts";
import { type CallEnding, callAnswer, textAnswer } from "../../../kernel/twiml.ts";
import type { Ways } from "../../identity/index.ts";
import type { Answers } from "./answer.ts";
import type { PageStore } from "./store.ts";

interface PhoneDeps {
  readonly answers: Answers;
  readonly pages: ReturnType<PageStore["in"]>;
  readonly ways: Pick<Ways, "ofNumber" | "note">;
  readonly siteUrl: string;
  /** The gateway's secret; undefined without a gateway. */
  readonly phoneToken: string | undefined;
}

export interface PhonePost {
  /** The path and query at which it came. */
  readonly url: string;
  readonly form: PhoneForm;
  readonly signature: string;
  /** Of the query. */
  readonly alertId: string | null;
}

const texts: Readonly<Record<CallEnding, string>> = {
  acknowledged: "Acknowledged: it is yours.",
  passed_on: "Passed on.",
  nothing_open: "Nothing of yours is open.",
  not_understood: "Reply 1 to acknowledge, 2 to pass on.",
};

export function phoneDoor({ answers, pages, ways, siteUrl, phoneToken }: PhoneDeps) {
  /** @throws Refusal 404 without a gateway, 403 where it did not sign it */
  function verify({ url, form, signature }: PhonePost): void {
    if (phoneToken === undefined) throw new Refusal("not_found", "This installation has no phone gateway.");
    if (!isSigned(phoneToken, `${siteUrl}${url}`, form, signature))
      throw new Refusal("forbidden", "X-Twilio-Signature is not that of the phone gateway for this address.");
  }

  async function doWhat(kind: "sms" | "call", number: string | null, post: PhonePost): Promise<CallEnding> {
    const wish = wishOf(parseReply(post.form));
    if (wish === undefined) return "not_understood";
    const people = number === null ? [] : await ways.ofNumber(kind, number);
    const emails = people.map(({ email }) => foldEmail(email));
    const page = await pages.ofPeople(emails, post.alertId);
    for (const { wayId } of people) await ways.note(wayId, { kind: "answered" });
    if (page === undefined) return "nothing_open";
    const { outcome } = await (wish === "acknowledge" ? answers.acknowledge : answers.passOn)(page, kind);
    return outcome;
  }

  return {
    /** @returns TwiML */
    async text(post: PhonePost): Promise<string> {
      verify(post);
      // Who writes it is who was written to.
      return textAnswer(await sentenceOf(doWhat("sms", parseReply(post.form).from, post)));
    },
    /** @returns TwiML */
    async call(post: PhonePost): Promise<string> {
      verify(post);
      const ending = await doWhat("call", parseReply(post.form).to, post).catch(nothingOf);
      return callAnswer(ending, ending === "not_understood" ? `${siteUrl}${post.url}` : undefined);
    },
  };
}

async function sentenceOf(ending: Promise<CallEnding>): Promise<string> {
  return ending.then(
    (one) => texts[one],
    (error) => {
      if (error instanceof Refusal) return error.message;
      throw error;
    },
  );
}

/** A call has no room for why; the page says it. */
function nothingOf(error: unknown): CallEnding {
  if (error instanceof Refusal) return "nothing_open";
  throw error;
}
