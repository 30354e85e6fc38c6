/** How long a text message is, and how many may be sent. A text is billed by its segments. */
import { longestFitting } from "./longest-fitting.ts";

/** GSM 03.38, "default alphabet" (3GPP TS 23.038 §6.2.1). */
const basic = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
/** Its extension table (§6.2.1.1): these take two places. */
const extended = new Set("\f^{}\\[~]|€");

/** What typography makes of characters that a telephone knows; one of the others would halve what fits. */
const plain: readonly (readonly [RegExp, string])[] = [
  [/[‘’‚‛′`´]/g, "'"],
  [/[“”„‟″«»]/g, '"'],
  [/[‐‑‒–—―−]/g, "-"],
  [/…/g, "..."],
  [/[\t\u00a0\u2000-\u200a\u202f\u3000]/g, " "],
  [/[•·]/g, "*"],
];

/** By the characters of the alphabet alone, or in UTF-16: how much one segment holds, and each of several. */
const sizes = { gsm: { one: 160, each: 153 }, ucs2: { one: 70, each: 67 } };
/** What we send has no more of them: 306 characters, or 268 where one is not of the alphabet. */
const mostSegments = { gsm: 2, ucs2: 4 };

export interface MessageSize {
  readonly encoding: "gsm" | "ucs2";
  readonly segments: number;
}

/** What is billed for a text. A character that takes two places is never split between two segments. */
export function sizeOf(text: string): MessageSize {
  const points = Array.from(text);
  const encoding = points.every((one) => basic.has(one) || extended.has(one)) ? "gsm" : "ucs2";
  const places = points.map((one) => (encoding === "gsm" ? (extended.has(one) ? 2 : 1) : one.length));
  const { one, each } = sizes[encoding];
  if (places.reduce((sum, place) => sum + place, 0) <= one) return { encoding, segments: 1 };
  let [segments, left] = [1, each];
  for (const place of places) {
    if (place > left) {
      segments += 1;
      left = each;
    }
    left -= place;
  }
  return { encoding, segments };
}

/** A text in characters that telephones know, where there are such. */
export function plainText(text: string): string {
  return plain.reduce((done, [from, to]) => done.replace(from, to), text.toWellFormed().normalize("NFC"));
}

/**
 * One text message: a title, what is more to say, and a last line that is never cut.
 * @returns at most 306 characters of GSM 03.38, or 268 UTF-16 units
 */
export function textMessage(title: string, body: string, last: string): string {
  const whole = (first: string, rest: string) => [first, rest, last].filter((part) => part !== "").join("\n");
  const fits = (text: string) => {
    const { encoding, segments } = sizeOf(text);
    return segments <= mostSegments[encoding];
  };
  const first = longestFitting(plainText(title), (cut) => fits(whole(cut, "")), "...");
  const rest = longestFitting(plainText(body), (cut) => fits(whole(first, cut)), "...");
  return whole(first, rest);
}

/** What went to one number, by text and by call. */
export interface SentToNumber {
  /** About the same group of alerts, in the last minute. */
  readonly ofGroupInMinute: number;
  /** About anything, in the last 30 minutes. */
  readonly inHalfHour: number;
  /** About anything, in the last 24 hours. */
  readonly inDay: number;
}

export type Allowance =
  | {
      readonly kind: "send";
      /** How many more there may be within the day, after this one; of the reserve, once that is begun. */
      readonly left: number;
    }
  | { readonly kind: "hold"; readonly reason: string };

/** Each costs money, and a number that others can make ring is a way to waste it. */
export const mostPerDay = 50;
/** Beyond that, of pages alone, one in half an hour: a storm leaves nobody without a phone for the rest of the day. */
export const reservePerDay = 10;

const about = "text messages and calls went to this number within 24 hours; no more than";

/**
 * Whether one more may go to a number: one a minute about a group of alerts, and so many in 24 hours about all.
 * @param isPage whether it wakes somebody: only that takes of the reserve
 */
export function smsBudget(
  { ofGroupInMinute, inHalfHour, inDay }: SentToNumber,
  isPage: boolean,
  perDay: number = mostPerDay,
): Allowance {
  const whole = perDay + reservePerDay;
  if (inDay >= (isPage ? whole : perDay))
    return { kind: "hold", reason: `${inDay} ${about} ${isPage ? whole : perDay} do` };
  if (inDay >= perDay && inHalfHour > 0)
    return {
      kind: "hold",
      reason: `${inDay} ${about} ${perDay} do at once, and then one page in 30 minutes`,
    };
  if (ofGroupInMinute > 0)
    return {
      kind: "hold",
      reason:
        "a text message or call about this group of alerts went to this number within the last minute; one a minute does",
    };
  return { kind: "send", left: (inDay >= perDay ? whole : perDay) - inDay - 1 };
}
