/**
 * A mail's way from what it says to what is sent. What people wrote is text and nothing else: no line break of theirs
 * reaches a header, and no markup of theirs a page.
 */
import { createHash } from "node:crypto";
import type { Store } from "../../../engine/ports/rows.ts";
import { defaultsOf } from "../../../engine/render.ts";
import { oneLine } from "../../../kernel/one-line.ts";
import { zonedIn } from "../../../kernel/readable.ts";
import { mailPage, mailText } from "../../../renderers/mail/index.ts";
import { organizationSettings } from "../../../resources/organization-settings.ts";
import type { OutgoingMail } from "../../../transports/port.ts";
import type { IdentityStore } from "../../identity/index.ts";
import type { MailPayload } from "./messages.ts";

const subjectLength = 200;

export interface Envelope {
  readonly organizationId: string;
  readonly source: string;
  readonly to: string;
  readonly subject: string;
}

/** Who knows what readers chose. */
export interface Readers {
  readonly users: Pick<IdentityStore["users"], "timezoneOf">;
}

export interface MailWriterDeps {
  readonly store: Pick<Store, "row">;
  readonly identity: Readers;
  /** The domain that message ids end in. */
  readonly mailDomain: string;
}

/** Lays mails out, with times on the clocks that the reader chose, or else on those of the organization. */
export function createMailWriter({ store, identity, mailDomain }: MailWriterDeps) {
  const { kind } = organizationSettings;
  return async (payload: MailPayload, envelope: Envelope): Promise<OutgoingMail> => {
    const { organizationId, to } = envelope;
    const [own, row] = await Promise.all([
      identity.users.timezoneOf(to),
      store.row(organizationId, kind, kind),
    ]);
    const { timezone } = { ...defaultsOf(organizationSettings), ...row?.configuration };
    return composeMail(onClocksOf(payload, own ?? String(timezone)), envelope, mailDomain);
  };
}

/** All texts of it, and none of its addresses. */
function onClocksOf<Part>(part: Part, timeZone: string): Part {
  const changed = (value: unknown, name: string): unknown => {
    if (typeof value === "string") return isAddress(name) ? value : zonedIn(value, timeZone);
    if (Array.isArray(value)) return value.map((one) => changed(one, name));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, changed(one, key)]));
  };
  return changed(part, "") as Part;
}

function isAddress(name: string): boolean {
  return name === "url" || name.endsWith("Url");
}

export function composeMail(payload: MailPayload, envelope: Envelope, domain: string): OutgoingMail {
  const { organizationId, source, to, subject } = envelope;
  const { thread, unsubscribeUrl, oneClick } = payload;
  return {
    to,
    subject: oneLine(subject, subjectLength),
    text: mailText(payload),
    html: mailPage(payload),
    messageId: `${digest([organizationId, source, to.toLowerCase()])}@${domain}`,
    ...(thread === null ? {} : { thread: `${digest([organizationId, "thread", thread])}@${domain}` }),
    ...(unsubscribeUrl === null ? {} : { unsubscribeUrl, ...(oneClick && { oneClick }) }),
  };
}

function digest(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}
