/** Mails: one layout for all of them, as a page and as plain text, of the same parts. */
export type { MailChart, MailContent, MailFact, MailLine, MailLink, MailSection } from "./content.ts";
export { mailPage } from "./page.ts";
export { mailText } from "./text.ts";
