/** What is said once in a session: one error fails the whole plan, so that the others of a hundred rows need not repeat it. */
import type { Session } from "./session.ts";

/** Answers for each session whether this is the first time that it is asked about. */
export function onceInSession(): (session: Session) => boolean {
  const said = new WeakSet<Session>();
  return (session) => {
    if (said.has(session)) return false;
    said.add(session);
    return true;
  };
}
