/**
 * A secret that is sent to an address is given for that address. Next to it the row keeps the address that it was
 * given for, so that a later change of the address takes the secret nowhere else. What was kept is answered to nobody.
 */
import type { Fields, Json } from "./field.ts";
import type { JsonObject } from "./validate.ts";

/** The member of a row's state that holds, by the secret's name, the address that it was given for. */
export const secretAddresses = "secret_addresses";

/** The address that each secret was given for. */
export type Addresses = Readonly<Record<string, string>>;

export function addressesIn(state: JsonObject): Addresses {
  return (state[secretAddresses] ?? {}) as Addresses;
}

/** The address that a secret written now is given for; undefined where the secret is sent nowhere, or the row has none. */
export function presentAddress(fields: Fields, name: string, configuration: JsonObject): string | undefined {
  const field = fields[name];
  if (field?.type !== "secret" || field.sentTo === undefined) return undefined;
  const [holder, member] = field.sentTo.split(".") as [string, string | undefined];
  const value = configuration[holder];
  const address = member === undefined ? value : (value as JsonObject | null | undefined)?.[member];
  if (typeof address !== "string") return undefined;
  if (field.alsoSentTo === undefined) return address;
  const other = configuration[field.alsoSentTo];
  return typeof other === "string" ? `${originOf(address)} and ${originOf(other)}` : address;
}

/**
 * Whether both lead to the same place: scheme, host and port (RFC 6454 §4). A path may change, as one server is
 * behind all of them.
 */
export function sameOrigin(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && originOf(one) === originOf(other);
}

/** What is no URL is a place of its own. */
export function originOf(address: string): string {
  if (!URL.canParse(address)) return address;
  const { origin } = new URL(address);
  return origin === "null" ? address : origin;
}

interface Sending {
  readonly configuration: JsonObject;
  readonly state: JsonObject;
}

/** Why a stored secret is not sent now, and the way out, to be read after its name; undefined where it may be sent. */
export function movedAway(fields: Fields, name: string, row: Sending): string | undefined {
  const move = moveOf(fields, name, row);
  return move && `was saved for ${move.from}; save it again for ${move.to}`;
}

/** The same of values that are not saved yet, in a form or a call that holds them. */
export function movedUnsaved(fields: Fields, name: string, row: Sending): string | undefined {
  const move = moveOf(fields, name, row);
  return move && `was saved for ${move.from}; enter it again to test ${move.to}`;
}

/** Where a stored secret was for, and where it would go now; undefined where both are one. */
function moveOf(fields: Fields, name: string, { configuration, state }: Sending) {
  const address = presentAddress(fields, name, configuration);
  if (address === undefined) return undefined;
  const given = addressesIn(state)[name];
  if (sameOrigin(given, address)) return undefined;
  return { from: given === undefined ? "another address" : originOf(given), to: originOf(address) };
}

/** The addresses after a write of some secrets: each that is set is given for the present one. */
export function addressesAfter(
  fields: Fields,
  before: Addresses,
  written: Readonly<Record<string, Json>>,
  configuration: JsonObject,
): Addresses {
  const after: Record<string, string> = { ...before };
  for (const [name, value] of Object.entries(written)) {
    const address = presentAddress(fields, name, configuration);
    if (value === null || address === undefined) delete after[name];
    else after[name] = address;
  }
  return after;
}

interface Holding extends Sending {
  readonly secrets: Readonly<Record<string, string>>;
}

/** The secrets that a write leaves behind: they are set, and their address moves away from the one they were given for. */
export function leftBehind(
  fields: Fields,
  before: Holding | undefined,
  after: Holding,
): readonly { readonly field: string; readonly message: string }[] {
  if (before === undefined) return [];
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.type !== "secret" || after.secrets[name] === undefined) return [];
    const { sentBy } = field;
    if (sentBy !== undefined && !sentBy.values.includes(String(after.configuration[sentBy.field]))) return [];
    const why = movedAway(fields, name, after);
    if (why === undefined || movedAway(fields, name, before) === why) return [];
    return [{ field: name, message: `${why}: until then it is not sent` }];
  });
}
