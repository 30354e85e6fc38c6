/** What people do in the console, and what they do past it. */
import { expect } from "vitest";
import { type Console, type Look, type Visit, visit } from "./browser.ts";

/** Does something as somebody, and makes sure that the browser had nothing to complain about. */
export async function as(
  console_: Console,
  role: keyof Console["people"],
  work: (seen: Visit) => Promise<void>,
  look?: Look,
): Promise<void> {
  const seen = await visit(console_, console_.people[role], look);
  try {
    await work(seen);
    expect({ foreign: seen.foreign, complaints: seen.complaints }).toEqual({ foreign: [], complaints: [] });
  } finally {
    await seen.context.close();
  }
}

/** Calls an action as an Org admin who has another page open. */
export async function act({ organization, people }: Console, action: string, body: object) {
  const path = `organizations/${organization.slug}/actions/${action}`;
  const send = (more: object) => people.org_admin.send("POST", path, { body: { ...body, ...more } });
  const first = await send({});
  // What a test sets up it means.
  const answer = first.body?.reason === "confirm" ? await send({ confirm: true }) : first;
  if (answer.status > 201) throw new Error(answer.text);
  return answer.body;
}
