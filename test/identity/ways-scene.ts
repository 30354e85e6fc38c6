/** A person's devices: what is sent to them, on record, and what is sent of them to be added. */
import { createECDH, randomBytes } from "node:crypto";
import type { SendFailure } from "../../src/transports/port.ts";
import type { Reach, WayAddress, WayMessage } from "../../src/transports/reach.ts";
import type { Person } from "../support/sign-in.ts";

export interface RecordingReach extends Reach {
  readonly sent: { readonly to: WayAddress; readonly message: WayMessage }[];
  /** Why nothing is taken; undefined where it is. */
  failing: SendFailure | undefined;
  /** The code that was sent last. */
  code(): string;
}

export function recordingReach(
  kinds: Reach["kinds"] = ["mail", "push", "ntfy", "sms", "call"],
): RecordingReach {
  const reach: RecordingReach = {
    kinds,
    sent: [],
    failing: undefined,
    async send(to, message) {
      if (reach.failing !== undefined) throw reach.failing;
      reach.sent.push({ to, message });
      return 201;
    },
    code: () => reach.sent.at(-1)?.message.code ?? "",
  };
  return reach;
}

/** A subscription as a browser makes one: RFC 8291 §3.1. */
export function subscription(endpoint = `https://push.example.com/${randomBytes(9).toString("base64url")}`) {
  const keys = createECDH("prime256v1");
  keys.generateKeys();
  const auth = randomBytes(16).toString("base64url");
  return { endpoint, keys: { p256dh: keys.getPublicKey().toString("base64url"), auth } };
}

let numbers = 0;
export function newNumber(): string {
  numbers += 1;
  return `+49151${String(23_000_000 + numbers)}`;
}

export function add({ send }: Person, body: object) {
  return send("POST", "account/ways", { body: { name: "Phone", ...body } });
}

/** Adds a way and sends its code back. @returns its id */
export async function addVerified(person: Person, reach: RecordingReach, body: object): Promise<string> {
  const { id } = (await add(person, body)).body;
  const { status, text } = await person.send("POST", `account/ways/${id}/verify`, {
    body: { code: reach.code() },
  });
  if (status !== 200) throw new Error(text);
  return id;
}
