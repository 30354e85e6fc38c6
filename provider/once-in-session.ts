/** What is said once in a session: one error fails the whole plan, so that the others of a hundred rows need not repeat it. */
import type { Session } from "./session.ts";

/** Reports each session whether it is asked about for the first time. */
export function onceInSession(): (session: Session) => boolean {
  const said = new WeakSet<Session>();
  return (session) => {
    if (said.has(session)) return false;
    said.add(session);
    return true;
  };
}
