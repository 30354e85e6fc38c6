/** What a phone gateway is to say and to ask, in TwiML (https://www.twilio.com/docs/voice/twiml). */
import { longestFitting } from "./longest-fitting.ts";
import { type Markup, markup } from "./markup.ts";
import { oneLine } from "./one-line.ts";

/** A gateway takes 4,000 characters of TwiML with a call, in which some of others take five. */
const [spokenLength, markupLength] = [300, 700];
const waitSeconds = 8;

/** The keys, as they are said: they are what `wishOf` reads. */
const keys = "Press 1 to acknowledge, 2 to pass on.";

/**
 * Reads out what is wrong, and waits for a key; twice, for who picks up late.
 * @param action where the key is posted to
 */
export function callPage(title: string, body: string, action: string): string {
  const ask = markup`<Gather input="dtmf" numDigits="1" timeout="${waitSeconds}" method="POST" action="${action}">${said(`${spoken(title)}. ${spoken(body)}`)}${said(keys)}</Gather>`;
  return response(markup`${ask}${ask}${said("No key was pressed. The page stays open. Goodbye.")}`);
}

/** Reads out a text, twice, and wants no answer. */
export function callNotice(title: string, body: string): string {
  const text = said(`${spoken(title)}. ${spoken(body)}`);
  return response(markup`${text}<Pause length="1"/>${text}`);
}

/** Reads out a code by its digits, three times. */
export function callCode(code: string): string {
  const text = said(`Your orgconfig code is: ${Array.from(code).join(", ")}.`);
  return response(markup`${text}<Pause length="2"/>${text}<Pause length="2"/>${text}`);
}

/** What is said after a key. */
const endings = {
  acknowledged: "Acknowledged. Thank you. Goodbye.",
  passed_on: "Passed on. Goodbye.",
  nothing_open: "Nothing is open any more. Goodbye.",
  not_understood: `That is not one of the keys. ${keys}`,
} as const;

export type CallEnding = keyof typeof endings;

/** Says what came of a key. @param action where another key is posted to, with `not_understood` */
export function callAnswer(ending: CallEnding, action?: string): string {
  if (action === undefined) return response(markup`${said(endings[ending])}<Hangup/>`);
  return response(
    markup`<Gather input="dtmf" numDigits="1" timeout="${waitSeconds}" method="POST" action="${action}">${said(endings[ending])}</Gather>`,
  );
}

/** The answer to a text message: a text, or none at all. */
export function textAnswer(text: string | undefined): string {
  return response(text === undefined ? markup`` : markup`<Message>${text}</Message>`);
}

function spoken(text: string): string {
  const line = oneLine(text, 2_000)
    .replace(/https?:\/\/\S+/g, "")
    .replace(/[.\s]+$/, "");
  const fits = (cut: string) => cut.length <= spokenLength && markup`${cut}`.text.length <= markupLength;
  return longestFitting(line, fits, "");
}

function said(text: string): Markup {
  return markup`<Say>${text}</Say>`;
}

function response(content: Markup): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${content.text}</Response>`;
}
