/** Who waits for an answer at an HTTP door. */
import type { ServerResponse } from "node:http";
import type { Client } from "../../engine/context.ts";
import type { ConfigurationOperation } from "../../engine/operation.ts";
import type { Scans } from "../../engine/scans.ts";
import { Refusal } from "../../kernel/problem.ts";

type Scanning = Pick<ConfigurationOperation, "scans" | "maxBytes" | "effect">;

/** The client of a call that is long and changes nothing: the work ends when its client goes away. */
export function clientOfScan({ scans, effect }: Scanning, response: ServerResponse): Client | undefined {
  return scans !== undefined && effect === "read" ? clientOf(response) : undefined;
}

/** A long body is read once there is a place for what is done with it: until then only its connection waits. */
export function waitsForItsBody<O extends Scanning>(
  operation: O,
): operation is O & { readonly scans: Scans } {
  const { scans, maxBytes, effect } = operation;
  return scans !== undefined && maxBytes !== undefined && effect === "read";
}

/** Longer than any call waits for something; what is idle for as long as other calls may take would be cut off. */
const waitTimeoutMs = 60_000;

/** Leaves the connection open while an operation waits. */
export function letWait({ waits }: Pick<ConfigurationOperation, "waits">, response: ServerResponse): void {
  if (waits === true) response.setTimeout(waitTimeoutMs, () => response.destroy());
}

const clients = new WeakMap<ServerResponse, Client>();

/** The one client of a response: who is admitted at the request's head is known when the call is made. */
export function clientOf(response: ServerResponse): Client {
  const client = clients.get(response) ?? newClient(response);
  clients.set(response, client);
  return client;
}

function newClient(response: ServerResponse): Client {
  let away: AbortController | undefined;
  const onEnd = (work: () => void) => {
    if (response.closed) work();
    else response.once("close", work);
  };
  return {
    get gone() {
      if (away === undefined) {
        const made = new AbortController();
        away = made;
        onEnd(() => {
          if (!response.writableFinished) made.abort(wentAway());
        });
      }
      return away.signal;
    },
    onEnd,
  };
}

/** Nobody reads it; it counts as the client's doing, and is no line in the log. */
function wentAway(): Refusal {
  return new Refusal("bad_request", "The client went away before it had its answer.");
}
