/** Sentences that the palette takes: what to do, with which service, and until when. Pure. */
import { momentOf } from "../parts/spoken-time.ts";

export interface Sentence {
  readonly act: "mute" | "freeze" | "who";
  readonly service: string;
  /** Until when; of a question, which time it is about. RFC 3339; left out where the sentence does not say it. */
  readonly at?: string;
  readonly reason: string;
}

const doing = /^(?:please )?(?<verb>mute|silence|snooze|freeze|hold|block)\s+(?<rest>.+)$/i;
const freezes = /^(?:freeze|hold|block)$/i;
/** What stands between the verb and the name: a deploy is held, an alert is muted. */
const ofWhat =
  /^(?:(?:all|every|the|any)\s+)*(?:(?:alerts?|pages?|deploys?|deployments?|releases?)\s+(?:of|for|from|on|to|about)\s+)?/i;
const asking =
  /^who(?:'s|’s)?\s+(?=.*\b(?:notified|notify|paged?|called?|woken|wakes?|alerted|[t]old|gets?|reached|[h]ears?|on[ -]call for)\b)(?<rest>.+)$/i;
/** Up to the name, where nothing is known that the text has. */
const askedOf =
  /^(?:(?:would|will|should|do|does|is|are|we|be|been|gets?|[h]ears?|notified|notify|paged?|called?|call|woken|wakes?|wake|alerted|[t]old|reached|alerts?|up|on[ -]call|of|from|about|for|when)\s+)+/i;

/**
 * @param now milliseconds since 1970
 * @param zone whose clocks its times are of
 * @param known names of services: one that the text has is what it is about, wherever it stands
 * @returns nothing where the text is no sentence
 */
export function sentenceOf(
  text: string,
  now: number,
  zone: string,
  known: readonly string[] = [],
): Sentence | undefined {
  const plain = text.trim().replace(/\s+/g, " ");
  const done = doing.exec(plain)?.groups;
  if (done !== undefined) {
    const [rest = "", because = ""] = (done.rest ?? "").split(/\s+because\s+/i);
    const about = namedIn(rest, known) ?? saidIn(rest, now, zone);
    if (about === undefined) return undefined;
    const act = freezes.test(done.verb ?? "") ? "freeze" : "mute";
    return {
      act,
      service: about.service,
      reason: because === "" ? plain : because,
      ...atOf(about.when, now, zone),
    };
  }
  const rest = asking.exec(plain)?.groups?.rest?.replace(/\s*\?$/, "");
  if (rest === undefined) return undefined;
  const about = namedIn(rest, known) ?? askedIn(rest, now, zone);
  return about && { act: "who", service: about.service, reason: "", ...atOf(about.when, now, zone) };
}

interface About {
  readonly service: string;
  readonly when: string;
}

/** The longest known name that a text has as words of its own, and what stands behind it. */
function namedIn(text: string, known: readonly string[]): About | undefined {
  const lower = ` ${text.toLowerCase()} `;
  const [service] = known
    .filter((name) => name !== "" && lower.includes(` ${name.toLowerCase()} `))
    .sort((a, b) => b.length - a.length);
  if (service === undefined) return undefined;
  const at = lower.indexOf(` ${service.toLowerCase()} `);
  return { service, when: text.slice(at + service.length).trim() };
}

/** What is done with a name that nobody knows yet: it ends where a time begins. */
function saidIn(text: string, now: number, zone: string): About | undefined {
  const rest = text.replace(ofWhat, "");
  if (/^(?:until|till|for)\b/i.test(rest)) return undefined;
  const [service = "", ...when] = rest.split(/\s+(?:until|till|for)(?:\s+|$)/i);
  if (service === "") return undefined;
  if (when.length > 0) return { service, when: when.join(" ") };
  const words = service.split(" ");
  const end = words.findIndex(
    (_, at) => at > 0 && momentOf(words.slice(at).join(" "), now, zone) !== undefined,
  );
  if (end < 0) return { service, when: "" };
  return { service: words.slice(0, end).join(" "), when: words.slice(end).join(" ") };
}

/** Of whom is asked, where nobody knows the name: the word after "for". */
function askedIn(text: string, now: number, zone: string): About | undefined {
  const whole = `${text} `;
  if (!askedOf.test(whole)) return undefined;
  const [service = "", ...when] = whole.replace(askedOf, "").trim().split(" ");
  // "Who is paged tonight" is about all services.
  if (service === "" || momentOf(service, now, zone) !== undefined) return undefined;
  return { service, when: when.join(" ") };
}

function atOf(phrase: string, now: number, zone: string): { readonly at?: string } {
  const said = phrase.replace(/^(?:(?:until|till|for|at|on|in|if|it|breaks|the)\s+)+/i, "");
  const at = momentOf(said, now, zone);
  return at === undefined ? {} : { at };
}
