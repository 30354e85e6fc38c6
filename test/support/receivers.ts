/**
 * The systems that alerts are sent to, each as its vendor describes it: one server, which refuses what the vendor would
 * refuse, and keeps what it took as the vendor keeps it.
 */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { bodyFault, type VendorSchema } from "./vendor-schemas.ts";

interface Received {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
  readonly body: any;
  /** What it was answered with; 0 where the connection was cut off. */
  readonly status: number;
}

/** What a receiver answers in place of its own answer. */
interface Scripted {
  /** 0 takes the message, and cuts the connection off before the answer. */
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** It is not answered before. */
  readonly after?: Promise<void>;
}

interface Trouble extends Scripted {
  /** Every request, where it is left out. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
  when?(body: any): boolean;
}

interface Incident {
  readonly key: string;
  open: boolean;
  readonly notes: string[];
}

export interface Receivers {
  readonly url: string;
  /** Everything that came, in order. */
  readonly received: Received[];
  /** What a vendor would not have taken. */
  readonly faults: string[];
  /** What each vendor holds open or has ended, by the first part of the path. */
  readonly incidents: Readonly<Record<"pagerduty" | "opsgenie" | "servicenow", Incident[]>>;
  /** The next answers, to whatever comes. */
  readonly script: Scripted[];
  /** What a request that it is about is answered, for as long as it stands. */
  trouble: Trouble | undefined;
  close(): Promise<void>;
}

export const credentials = {
  pagerduty: "R0UTINGKEY0000000000000000000000",
  opsgenie: "00000000-aaaa-bbbb-cccc-gen1ekey0000",
  servicenow: "orgconfig:sn-p4ssw0rd",
  slack: "T0000/B0000/slacksecretslacksecret",
  teams: "workflows/teamssecretteamssecret",
  webhook: "whsec_c2lnbmluZ2tleXNpZ25pbmdrZXlzaWduaW5na2V5",
} as const;

interface Request extends Omit<Received, "status"> {
  readonly url: URL;
  readonly raw: string;
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

export async function startReceivers(): Promise<Receivers> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const raw = Buffer.concat(chunks).toString("utf8");
      const { method = "", url: path = "", headers } = request;
      const url = new URL(path, "http://receivers.example");
      const body = raw === "" ? undefined : JSON.parse(raw);
      answer(kept, { method, path, headers, body, url, raw }, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const kept: Receivers = {
    received: [],
    faults: [],
    incidents: { pagerduty: [], opsgenie: [], servicenow: [] },
    script: [],
    trouble: undefined,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return kept;
}

function answer(kept: Receivers, request: Request, response: ServerResponse): void {
  const { trouble } = kept;
  const scripted = trouble?.when?.(request.body) === false ? undefined : (trouble ?? kept.script.shift());
  const { status, body } =
    scripted !== undefined && scripted.status !== 0
      ? { status: scripted.status, body: scripted.body ?? "" }
      : replyOf(kept, request);
  const { raw: _, url: __, ...received } = request;
  kept.received.push({ ...received, status: scripted?.status === 0 ? 0 : status });
  if (scripted?.status === 0) {
    response.destroy();
    return;
  }
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const end = () => response.writeHead(status, scripted?.headers ?? {}).end(text);
  if (scripted?.after === undefined) end();
  else void scripted.after.then(end);
}

function replyOf(kept: Receivers, request: Request): Reply {
  const { pathname } = request.url;
  const found = vendors.find(({ path }) => path.test(pathname));
  if (found === undefined) return { status: 404, body: { message: "no such page" } };
  return found.reply(kept, request);
}

/** Whether the vendor takes the body; what it would not take is kept for the test to see. */
function takes({ faults }: Receivers, name: VendorSchema, { raw, headers }: Request): boolean {
  const json = /^application\/json/.test(headers["content-type"] ?? "");
  const fault = json ? bodyFault(name, raw) : "is not sent as JSON";
  if (fault !== undefined) faults.push(`${name}: ${fault}`);
  return fault === undefined;
}

const vendors: readonly {
  readonly path: RegExp;
  reply(kept: Receivers, request: Request): Reply;
}[] = [
  { path: /^\/services\//, reply: slack },
  { path: /^\/workflows\//, reply: teams },
  { path: /^\/v2\/enqueue$/, reply: pagerduty },
  { path: /^\/v2\/alerts(\/[^/]+\/close)?$/, reply: opsgenie },
  { path: /^\/api\/now\/table\/incident(\/[^/]+)?$/, reply: servicenow },
  { path: /^\/hook$/, reply: webhook },
];

function slack(kept: Receivers, request: Request): Reply {
  if (request.url.pathname !== `/services/${credentials.slack}`) return { status: 404, body: "no_service" };
  return takes(kept, "slack", request)
    ? { status: 200, body: "ok" }
    : { status: 400, body: "invalid_payload" };
}

function teams(kept: Receivers, request: Request): Reply {
  if (request.url.pathname !== `/${credentials.teams}`)
    return { status: 401, body: { error: { message: "no" } } };
  return takes(kept, "teams", request) ? { status: 202, body: "" } : { status: 400, body: "bad card" };
}

function pagerduty(kept: Receivers, request: Request): Reply {
  const invalid = (error: string) => ({
    status: 400,
    body: { status: "invalid event", message: "Event object is invalid", errors: [error] },
  });
  if (request.method !== "POST" || !takes(kept, "pagerduty", request))
    return invalid("it is not as described");
  const { routing_key, dedup_key, event_action } = request.body;
  // Some programs repeat what they were sent.
  if (routing_key !== credentials.pagerduty) return invalid(`'routing_key' ${routing_key} is invalid`);
  const incidents = kept.incidents.pagerduty;
  if (event_action === "trigger") note(incidents, dedup_key, request.body.payload.summary);
  else end(incidents, dedup_key);
  return { status: 202, body: { status: "success", message: "Event processed", dedup_key } };
}

function opsgenie(kept: Receivers, request: Request): Reply {
  if (request.headers.authorization !== `GenieKey ${credentials.opsgenie}`)
    return {
      status: 403,
      body: { message: `Key ${request.headers.authorization} is not eligible`, took: 0.1 },
    };
  const alias = /^\/v2\/alerts\/([^/]+)\/close$/.exec(request.url.pathname)?.[1];
  const known = request.url.searchParams.get("identifierType") === "alias";
  if (alias !== undefined && !known) return { status: 404, body: { message: "no such alert" } };
  if (!takes(kept, alias === undefined ? "opsgenie" : "opsgenieClose", request))
    return { status: 422, body: { message: "Request body is not processable" } };
  const incidents = kept.incidents.opsgenie;
  if (alias === undefined) note(incidents, request.body.alias, request.body.message);
  else end(incidents, decodeURIComponent(alias));
  return { status: 202, body: { result: "Request will be processed", took: 0.1, requestId: "one" } };
}

function servicenow(kept: Receivers, request: Request): Reply {
  const { method, headers, url, body } = request;
  if (headers.authorization !== `Basic ${Buffer.from(credentials.servicenow).toString("base64")}`)
    return { status: 401, body: { error: { message: "User Not Authenticated" }, status: "failure" } };
  const incidents = kept.incidents.servicenow;
  const shown = (index: number) => ({ sys_id: `sys${index}`, number: `INC000${index}` });
  if (method === "GET") {
    const query = /^correlation_id=(\w+)\^stateNOT IN6,7,8$/.exec(
      url.searchParams.get("sysparm_query") ?? "",
    );
    const found = incidents.findIndex(({ key, open }) => key === query?.[1] && open);
    return { status: 200, body: { result: found < 0 ? [] : [shown(found)] } };
  }
  const invalid = { status: 400, body: { error: { message: "Invalid fields" }, status: "failure" } };
  if (method === "POST") {
    if (!takes(kept, "incident", request)) return invalid;
    // The Table API knows no deduplication of its own.
    incidents.push({ key: body.correlation_id, open: true, notes: [body.short_description] });
    return { status: 201, body: { result: shown(incidents.length - 1) } };
  }
  const index = Number(/sys(\d+)$/.exec(url.pathname)?.[1]);
  const incident = incidents[index];
  if (method !== "PATCH" || incident === undefined)
    return { status: 404, body: { error: { message: "none" } } };
  if (!takes(kept, "incidentUpdate", request)) return invalid;
  if (body.state === "6") incident.open = false;
  else incident.notes.push(body.work_notes);
  return { status: 200, body: { result: shown(index) } };
}

function webhook(kept: Receivers, request: Request): Reply {
  if (!takes(kept, "webhook", request)) return { status: 400, body: "" };
  try {
    new Webhook(credentials.webhook).verify(request.raw, request.headers as Record<string, string>);
    return { status: 204, body: "" };
  } catch {
    return { status: 401, body: "bad signature" };
  }
}

/** A key that is open gets one more note; any other opens an incident. */
function note(incidents: Incident[], key: string, text: string): void {
  const open = incidents.find((one) => one.key === key && one.open);
  if (open === undefined) incidents.push({ key, open: true, notes: [text] });
  else open.notes.push(text);
}

function end(incidents: readonly Incident[], key: string): void {
  const open = incidents.find((one) => one.key === key && one.open);
  if (open !== undefined) open.open = false;
}
