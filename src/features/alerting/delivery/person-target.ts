/** Where a delivery of the channel `page` goes: to a person, by one of their ways. */
import { isPhone, type WayKind } from "../../../transports/reach.ts";

export interface PersonTarget {
  readonly email: string;
  readonly kind: WayKind;
  readonly wayId: string;
}

/** It is what a delivery's target is. */
export function personTarget({ email, kind, wayId }: PersonTarget): string {
  return `${email} ${kind} ${wayId}`;
}

/** An address of a person has no blanks. */
export function personIn(target: string): PersonTarget {
  const [email = "", kind = "push", wayId = ""] = target.split(" ");
  return { email, kind: kind as WayKind, wayId };
}

/** Whether a way says that something is over: a call or a text message costs money, and would wake somebody. */
export function takesEnds(target: string): boolean {
  return !isPhone(personIn(target).kind);
}
