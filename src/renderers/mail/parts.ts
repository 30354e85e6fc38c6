/** What the text and the page of a mail have in common. */
import { oneLine } from "../../kernel/one-line.ts";
import type { MailContent, MailLink } from "./content.ts";

export const headingLength = 1_000;
export const valueLength = 4_000;
/** Longer than any footer that we write, with the longest names in it. */
export const footerLength = 4_000;

/** What can be opened, the most urgent first: web addresses alone. */
export function linksOf({ acknowledgeUrl, link, moreLinks = [] }: MailContent): readonly MailLink[] {
  return [
    ...(acknowledgeUrl === undefined ? [] : [{ label: "Acknowledge", url: acknowledgeUrl }]),
    ...(link === null ? [] : [link]),
    ...moreLinks,
  ].filter(({ url }) => isWeb(url));
}

export function isWeb(url: string): boolean {
  return url === oneLine(url, url.length) && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

/** Lines and tabs stay; a terminal's control sequences do not, nor marks that turn the reading direction. */
export function prose(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "");
}
