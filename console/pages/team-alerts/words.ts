/** The texts of the page that sends a team's alerts to a channel. */
import * as texts from "./texts.ts";

/** What there is to say of a name, and of one that no team has. */
export function hintOf(name: string, known: readonly string[]): string {
  if (name === "" || known.includes(name)) return texts.teamHelp;
  const alike = known.find((one) => one.toLowerCase() === name.toLowerCase());
  return alike === undefined ? texts.isNew : `Known as “${alike}”. Capital letters count.`;
}

/** @param labels such as `team=Payments` */
export function unseenText(labels: readonly string[]): string {
  return `No alert of the last week had ${labels.join(" or ")}. Alerts that are to come may.`;
}
