/**
 * An ntfy server with a phone that is subscribed: it refuses what ntfy refuses, with its codes, as its documentation and
 * its server's source have it (https://docs.ntfy.sh/publish/). It has no attachments, as one that nobody set up.
 */
import { type StandIn, type StandInAnswer, startStandIn } from "./http-stand-in.ts";

export interface NtfyAction {
  readonly action: "view" | "http";
  readonly label: string;
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly clear?: boolean;
}

export interface NtfyMessage {
  readonly topic: string;
  readonly title?: string;
  readonly message: string;
  readonly priority: number;
  readonly tags: readonly string[];
  readonly click?: string;
  readonly actions: readonly NtfyAction[];
  readonly sequence_id?: string;
}

export interface Ntfy extends Pick<StandIn, "url" | "script" | "requests" | "close"> {
  readonly messages: NtfyMessage[];
  readonly faults: string[];
  /** Does what a button does on the phone. @returns the HTTP status; of a page that opens undefined */
  tap(message: NtfyMessage, label: string): Promise<number | undefined>;
}

/** The start values of the server's settings. */
const messageBytes = 4_096;
const jsonBytes = 2 * messageBytes;

/** @param token what it wants of who publishes; null: anybody may */
export async function startNtfy(token: string | null = null, port = 0): Promise<Ntfy> {
  const messages: NtfyMessage[] = [];
  const faults: string[] = [];
  const refused = (code: number, error: string): StandInAnswer => {
    faults.push(error);
    const http = Math.floor(code / 100);
    return { status: http, body: { code, http, error } };
  };
  const standIn = await startStandIn(({ method, url, headers, body }) => {
    if (method !== "POST" || url.pathname !== "/") return refused(40401, "page not found");
    const { authorization } = headers;
    if (authorization !== undefined && authorization !== `Bearer ${token}`)
      return refused(40101, "unauthorized");
    if (body.length >= jsonBytes) return refused(41303, "JSON body too large");
    const read = readMessage(body.toString());
    if (typeof read === "string") return refused(40024, read);
    if (token !== null && authorization === undefined) return refused(40301, "forbidden");
    const fault = faultOf(read);
    if (fault !== undefined) return refused(...fault);
    messages.push(read);
    return { status: 200, body: { id: `msg${messages.length}`, event: "message", ...read } };
  }, port);
  return {
    url: standIn.url,
    script: standIn.script,
    requests: standIn.requests,
    close: standIn.close,
    messages,
    faults,
    async tap({ actions }, label) {
      const action = actions.find((one) => one.label === label);
      if (action === undefined) throw new Error(`there is no button ${label}`);
      if (action.action === "view") return undefined;
      const { url, method = "POST", headers = {}, body = null } = action;
      return (await fetch(url, { method, headers, body })).status;
    },
  };
}

function readMessage(text: string): NtfyMessage | string {
  try {
    return { priority: 3, tags: [], actions: [], ...JSON.parse(text) };
  } catch {
    return "invalid request: request body must be valid JSON";
  }
}

function faultOf({ topic, message, priority, actions }: NtfyMessage): [number, string] | undefined {
  if (!/^[-_A-Za-z0-9]{1,64}$/.test(topic)) return [40009, "invalid request: topic invalid"];
  if (![1, 2, 3, 4, 5].includes(priority)) return [40007, "invalid priority parameter"];
  // What is as long as this is taken for a file.
  if (Buffer.byteLength(message) >= messageBytes) return [40014, "invalid request: attachments not allowed"];
  const wrong = actions.some(
    ({ action, label, url, method, body }) =>
      !["view", "http"].includes(action) || !label || !url || (/^(GET|HEAD)$/i.test(method ?? "") && body),
  );
  return wrong || actions.length > 3 ? [40018, "invalid request: actions invalid"] : undefined;
}
