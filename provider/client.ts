/** The service's client as the provider uses it: with its own words, and failures as diagnostics. */

import { warningsIn } from "../src/client/answer.ts";
import {
  type Answer,
  type ClientOptions as CommonOptions,
  type Method,
  type Request,
  RetryingClient,
} from "../src/client/client.ts";
import { type Call, CallFailure, olderService, type Program } from "../src/client/failures.ts";
import type { Warning } from "../src/kernel/warning.ts";
import { version } from "./version.ts";
import { DiagnosticsError } from "./wire/diagnostics.ts";

export type { Answer, Method, Request, Shape } from "../src/client/client.ts";

export interface ClientOptions
  extends Pick<CommonOptions, "endpoint" | "proxy" | "trusted" | "maxRetries" | "log" | "stopping" | "wait"> {
  readonly apiKey: string;
  readonly terraformVersion: string;
  /** Sent along with each write of a row. */
  readonly overrideTests?: string | undefined;
  /** Whether each write of a row is proposed, and not made: it answers 202 with the proposal. */
  readonly propose?: boolean | undefined;
  /** The header that names the run of all calls. */
  readonly runHeaders?: Readonly<Record<string, string>> | undefined;
  /** How long a request may take, from its start to the answer's last byte; a minute unless given. */
  readonly timeout_ms?: number | undefined;
}

/** Sends to `/api/v1/config/<path>`, or to the path itself where it begins with a slash. */
export type Client = (method: Method, path: string, request?: Request) => Promise<Answer>;

const usualTimeout_ms = 60_000;

/** The provider's own words for what may go wrong on the way. */
export const program: Program = {
  name: "this provider",
  again: "run Terraform again",
  fewer: " or with fewer requests at a time (-parallelism=2)",
  notDeleted: " The row was not taken for deleted.",
  settings: {
    address: "endpoint (or ORGCONFIG_ENDPOINT, ORGCONFIG_URL)",
    proxy: "proxy_url (or HTTPS_PROXY, HTTP_PROXY)",
    timeout: "timeout_seconds (or ORGCONFIG_TIMEOUT)",
    retries: "max_retries (or ORGCONFIG_MAX_RETRIES)",
    certificate: "ca_certificate (or ORGCONFIG_CA_CERTIFICATE)",
  },
  doubt: doubtOf,
};

function doubtOf({ endpoint, method, path, attempts }: Call): string {
  if (method !== "POST") return " Whether the write arrived is not known: plan again to see.";
  const address = `${endpoint}${path.split("?")[0]}`;
  return ` Whether the write arrived is not known, and it was ${attempts > 1 ? "sent again under the same key" : "not sent again"}, so that nothing is made twice. Before you apply again look whether it was made, in the console or with GET ${address}: take over what is there with an import block.`;
}

export function createClient(options: ClientOptions): Client {
  const { apiKey, terraformVersion, timeout_ms = usualTimeout_ms } = options;
  const headers = {
    authorization: `Bearer ${apiKey}`,
    ...options.runHeaders,
    "user-agent": `terraform-provider-orgconfig/${version} terraform/${terraformVersion}`,
  };
  const service = new RetryingClient({ ...options, timeout_ms, program, headers: () => headers });
  const made = new Set<string>();
  return async (method, path, request) => {
    const query = method === "GET" ? "" : queryOf(options);
    const target = path.startsWith("/") ? path : `/api/v1/config/${path}${query}`;
    try {
      const answer = await service.call(method, target, request);
      if (answer.status === 201 && typeof answer.body.id === "string") made.add(answer.body.id);
      return ofOthers(answer, made);
    } catch (error) {
      throw error instanceof CallFailure ? diagnosticOf(error) : error;
    }
  };
}

/**
 * Without what is said of alerts that go elsewhere where a row makes them that this run has made itself: Terraform makes
 * rows in any order, and nobody has come to rely on where these went for a moment.
 */
function ofOthers(answer: Answer, made: ReadonlySet<string>): Answer {
  const { warnings: _, ...rest } = answer;
  const said = answer.body.warnings;
  if (!Array.isArray(said)) return answer;
  const isOwn = ({ reason, id }: Partial<Warning>) =>
    reason === "alerts_elsewhere" && id !== undefined && made.has(id);
  const warnings = warningsIn({ warnings: said.filter((one) => !isOwn(one as Partial<Warning>)) });
  return warnings.length === 0 ? rest : { ...rest, warnings };
}

/** What goes along with each write of a row. */
function queryOf({ overrideTests, propose }: Pick<ClientOptions, "overrideTests" | "propose">): string {
  const query = new URLSearchParams({
    ...(overrideTests !== undefined && { override_tests: overrideTests }),
    ...(propose === true && { propose: "true" }),
  });
  return query.size === 0 ? "" : `?${query}`;
}

/** The error of a call that the service does not have. */
export function ofOlderService(method: Method, path: string): DiagnosticsError {
  return diagnosticOf(olderService({ method, path, program }));
}

function diagnosticOf({ summary, detail }: CallFailure): DiagnosticsError {
  return new DiagnosticsError([{ severity: "error", summary, detail }]);
}
