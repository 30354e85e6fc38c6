/** What the operator's calls answer, as far as the page reads it, and how they are made with the operator's token. */
import type { Plan } from "../../../src/kernel/access.ts";
import type { Quotas } from "../../../src/kernel/quotas.ts";
import { type CallName, calls } from "../../api/calls.ts";
import { type Answer, Refused, request, urlOf } from "../../api/client.ts";
import { saveFile } from "../../parts/save-file.ts";

interface Decided {
  readonly reason: string;
  readonly since: string;
  readonly by: string;
}

export interface OrganizationDetail {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly plan: Plan;
  readonly created_at: string;
  readonly state: "active" | "suspended" | "deleting";
  readonly suspension: Decided | null;
  readonly deletion: (Decided & { readonly delete_at: string }) | null;
  readonly exported_at: string | null;
  readonly quotas: Quotas;
  readonly effective_quotas: Quotas;
}

/** What an organization has and uses. */
export interface Use {
  readonly organization_id: string;
  readonly rows: number;
  readonly bytes: number;
  readonly members: number;
  readonly page_subscribers: number;
  readonly last_activity_at: string | null;
  readonly alerts_last_hour: number;
  readonly requests_per_second: number;
  readonly refused: number;
  readonly database_percent: number;
}

export interface PlanQuotas {
  readonly plan: Plan;
  readonly quotas: Quotas;
}

interface Sent {
  readonly path?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly query?: Readonly<Record<string, string>>;
}

/** Makes a call as the operator. */
export type AsOperator = <T>(name: CallName, sent?: Sent) => Promise<Answer<T>>;

/** @throws Refused; of a token that is no good with status 403, because it is no session that has ended */
export function operatorCalls(token: string): AsOperator {
  return async <T>(name: CallName, { path = {}, body, query }: Sent = {}) => {
    const search = query === undefined ? "" : `?${new URLSearchParams(query)}`;
    const headers = { authorization: `Bearer ${token}` };
    try {
      return await request<T>(calls[name].method, `${urlOf(name, path)}${search}`, body, undefined, headers);
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 401) throw error;
      const message =
        "This is not the operator's token, or the operator's calls are served at another address (ORGCONFIG_OPERATOR_LISTEN).";
      throw new Refused(403, { ...error.body, message }, null);
    }
  };
}

/** Whether the service does not take the token. */
export function isTokenRefused(error: unknown): boolean {
  return error instanceof Refused && error.body.error === "unauthorized";
}

/** Saves a file of the service's under its name. */
export function keep({ body, filename }: Answer<Blob>): void {
  saveFile(body, filename ?? "organization.gz");
}
