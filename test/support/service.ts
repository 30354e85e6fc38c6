/** A running service for tests: the real composition over a real database, reached by injected requests. */

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import inject from "light-my-request";
import { pino } from "pino";
import type { Database } from "../../src/database/database.ts";
import { readEnvironment, type Settings } from "../../src/environment.ts";
import { newCredential } from "../../src/features/identity/accounts/credential.ts";
import type { KeyVerb, Plan, Scope } from "../../src/kernel/access.ts";
import { newId } from "../../src/kernel/ids.ts";
import { createService, type Service, type ServiceOptions } from "../../src/service.ts";
import type { ExtraTool } from "../../src/surfaces/mcp/tools.ts";
import { openTestDatabase } from "./database.ts";
import { checkAnswer } from "./openapi-check.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The parsed body; undefined where there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  readonly body: any;
  readonly text: string;
}

export interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly address?: string;
}

export type Send = (method: string, path: string, options?: SendOptions) => Promise<Answer>;

/** What a key is narrowed to. */
export interface KeyLimits {
  readonly kinds?: readonly string[];
  readonly verbs?: readonly KeyVerb[];
  readonly services?: readonly string[];
  readonly team_id?: string;
  readonly addresses?: readonly string[];
}

export interface TestService {
  readonly service: Service;
  readonly database: Database;
  readonly settings: Settings;
  /** Everything that was logged, line by line. */
  readonly logs: string[];
  readonly send: Send;
  /** An organization, made straight in the database. */
  makeOrganization(options?: {
    plan?: Plan;
    name?: string;
  }): Promise<{ id: string; slug: string; name: string }>;
  makeKey(
    organizationId: string,
    scopes: readonly Scope[],
    options?: {
      expiresAt?: Date;
      connectorId?: string;
      limits?: KeyLimits;
      ask?: boolean;
      proposeOnly?: boolean;
      madeBy?: string;
    },
  ): Promise<{ id: string; value: string }>;
  /** An organization with an api:admin key, and a sender that uses it; paths are below /api/v1/config. */
  makeTenant(options?: { plan?: Plan; name?: string }): Promise<Tenant>;
  close(): Promise<void>;
}

export interface Tenant {
  readonly organization: { readonly id: string; readonly slug: string; readonly name: string };
  readonly key: { readonly id: string; readonly value: string };
  /** Sends to /api/v1/config/<path> with the key. */
  readonly config: Send;
  /** Sends to /api/v1/<path> with the key. */
  readonly api: Send;
}

/** By what a service says of itself. Making a description takes a third of what starting the service does. */
const descriptions = new Map<string, string>();

function descriptionOf(service: Service, { publicUrl, listCap }: Settings): string {
  const calls = [...service.operations.keys(), ...service.accounts.map(({ name }) => name)];
  const key = JSON.stringify([publicUrl, listCap, calls]);
  const description = descriptions.get(key) ?? service.description;
  descriptions.set(key, description);
  return description;
}

export async function startService(
  env: Readonly<Record<string, string>> = {},
  extraTools: readonly ExtraTool[] = [],
  /** Another node's, which outlives this one. */
  shared?: Database,
  options: Pick<ServiceOptions, "reach"> = {},
): Promise<TestService> {
  const database = shared ?? (await openTestDatabase());
  const settings = readEnvironment({
    ORGCONFIG_DATA_DIR: mkdtempSync(join(tmpdir(), "orgconfig-test-")),
    ORGCONFIG_RATE_LIMIT: "off",
    ...env,
  });
  const logs: string[] = [];
  const logger = pino({ level: settings.logLevel }, { write: (line: string) => void logs.push(line) });
  const service = await createService(settings, database, logger, undefined, { extraTools, ...options });
  const send: Send = async (method, path, { headers = {}, body, address } = {}) => {
    const raw = typeof body === "string" || Buffer.isBuffer(body);
    await service.server.ready();
    // By the server's own event, as requests come from a socket.
    const response = await inject(
      (request, answer) => service.server.server.emit("request", request, answer),
      {
        method: method as "GET",
        url: path,
        headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
        ...(body === undefined ? {} : { payload: raw ? body : JSON.stringify(body) }),
        ...(address === undefined ? {} : { remoteAddress: address }),
      },
    );
    const json = String(response.headers["content-type"] ?? "").startsWith("application/json");
    const answer: Answer = {
      status: response.statusCode,
      headers: response.headers as Answer["headers"],
      body: json && response.body !== "" ? JSON.parse(response.body) : undefined,
      text: response.body,
    };
    checkAnswer(descriptionOf(service, settings), method, path, answer);
    return answer;
  };

  // Another node's organizations are there already.
  let count = shared === undefined ? 0 : 1_000;
  const made: TestService = {
    service,
    database,
    settings,
    logs,
    send,
    async makeOrganization({ plan = "business", name } = {}) {
      count += 1;
      const organization = { id: newId("org"), slug: `org-${count}`, name: name ?? `Organization ${count}` };
      await database.queryText(
        {
          name: "test-organization",
          text: "INSERT INTO organizations (id, slug, name, plan, created_at) VALUES ($1, $2, $3, $4, now())",
        },
        [organization.id, organization.slug, organization.name, plan],
      );
      return organization;
    },
    async makeKey(
      organizationId,
      scopes,
      { expiresAt, connectorId, limits = {}, ask = false, proposeOnly = false, madeBy } = {},
    ) {
      const id = newId("key");
      const { value, hash, prefix } = newCredential("key");
      await database.queryText(
        {
          name: "test-key",
          text: "INSERT INTO api_keys (organization_id, id, hash, name, scopes, prefix, created_by, created_at, expires_at, connector_id, kinds, verbs, services, team_id, addresses, ask, propose_only, made_by) VALUES ($1, $2, $3, 'test', $4, $5, 'test', now(), $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
        },
        [
          organizationId,
          id,
          hash,
          scopes,
          prefix,
          expiresAt ?? null,
          connectorId ?? null,
          limits.kinds ?? null,
          limits.verbs ?? null,
          limits.services ?? null,
          limits.team_id ?? null,
          limits.addresses ?? null,
          ask,
          proposeOnly,
          madeBy ?? null,
        ],
      );
      return { id, value };
    },
    async makeTenant(options) {
      const organization = await made.makeOrganization(options);
      const key = await made.makeKey(organization.id, ["api:admin"]);
      const under =
        (prefix: string): Send =>
        (method, path, { headers, ...rest } = {}) =>
          send(method, `${prefix}${path}`, {
            ...rest,
            headers: { authorization: `Bearer ${key.value}`, ...headers },
          });
      return { organization, key, config: under("/api/v1/config/"), api: under("/api/v1/") };
    },
    async close() {
      await service.close();
      if (shared === undefined) await database.close();
    },
  };
  return made;
}
