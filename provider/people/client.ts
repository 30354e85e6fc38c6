/**
 * The operator's calls about one organization's members, spoken to like the calls of a kind: so members are read
 * and written by what reads and writes rows.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Json } from "../../src/kernel/field.ts";
import { isObject, type JsonObject } from "../../src/kernel/validate.ts";
import type { Answer, Client, Request } from "../client.ts";
import { error, messageOf } from "../refusals.ts";
import type { Organization } from "../session.ts";
import { DiagnosticsError } from "../wire/diagnostics.ts";
import { members } from "./definition.ts";

/** Between the attempts of a write that the last org_admin stands in the way of: this run may make another. */
const patience_ms = [250, 500, 1_000, 2_000];

const paths = new RegExp(`^${members.kind}(?:/([^?]+))?(?:\\?(.*))?$`);

/** Takes `members`, `members?email=…` and `members/<id or address>`. */
export function memberClient(operator: Client, organization: Organization): Client {
  const base = `/api/v1/operator/organizations/${encodeURIComponent(organization.id)}/members`;

  const ask: Client = async (method, path, request) => {
    const answer = await operator(method, path, request);
    refuseToken(answer);
    return answer;
  };

  async function one(id: string, request: Request): Promise<Answer> {
    return tagged(await ask("GET", `${base}/${id}`, request));
  }

  async function list(filters: URLSearchParams, request: Request): Promise<Answer> {
    const email = filters.get("email");
    if (email !== null) {
      const { status, body, ...answer } = await one(encodeURIComponent(email), request);
      if (status !== 200 && status !== 404) return { status, body, ...answer };
      return { ...answer, status: 200, body: listOf(status === 200 ? [body] : [], false) };
    }
    const answer = await ask("GET", base, request);
    const { data, truncated } = answer.body;
    if (answer.status !== 200 || !Array.isArray(data)) return answer;
    return { ...answer, body: listOf(data.filter(isObject), truncated === true) };
  }

  async function invite({ name = "", ...person }: JsonObject): Promise<Answer> {
    const post = (body: JsonObject) => ask("POST", base, { body });
    const first = await post(name === "" ? person : { ...person, name });
    const { field, reason } = first.body;
    const ownName = first.status === 422 && field === "name" && reason === "existing_account";
    const answer = ownName ? await post(person) : first;
    // The link lets whoever has it in: it goes no further than this.
    const { invite_url, ...member } = answer.body;
    if (answer.status !== 201) return { ...answer, body: member };
    const unsent = invite_url === undefined ? [] : [unsentInvitation(String(member.email), organization)];
    return tagged({ ...answer, body: member, warnings: [...(answer.warnings ?? []), ...unsent] });
  }

  /**
   * These calls know no conditions. The role is all that can be changed, so that a look at it right before the
   * write stands in for one.
   */
  async function written(
    id: string,
    ifMatch: string | undefined,
    write: () => Promise<Answer>,
  ): Promise<Answer> {
    if (ifMatch !== undefined) {
      const present = await one(id, {});
      if (present.status !== 200) return present;
      if (present.etag !== ifMatch) return { ...present, status: 412 };
    }
    for (const wait_ms of patience_ms) {
      const answer = await write();
      if (!isLastAdmin(answer)) return answer;
      await sleep(wait_ms);
    }
    return write();
  }

  async function setRole(id: string, role: Json, ifMatch: string | undefined): Promise<Answer> {
    const answer = await written(id, ifMatch, () => ask("PATCH", `${base}/${id}`, { body: { role } }));
    if (isLastAdmin(answer)) throw new DiagnosticsError([{ ...lastAdmin("step down"), path: ["role"] }]);
    return answer.status === 200 ? tagged(answer) : answer;
  }

  async function remove(id: string, ifMatch: string | undefined): Promise<Answer> {
    const answer = await written(id, ifMatch, () => ask("DELETE", `${base}/${id}`));
    if (isLastAdmin(answer)) throw new DiagnosticsError([lastAdmin("be removed")]);
    return answer;
  }

  return (method, path, request = {}) => {
    const [, id, query] = paths.exec(path) ?? [];
    const { body = {}, ifMatch } = request;
    if (id === undefined) {
      if (method === "POST") return invite(body);
      return list(new URLSearchParams(query), request);
    }
    if (method === "PUT") return setRole(id, body.role ?? null, ifMatch);
    return method === "DELETE" ? remove(id, ifMatch) : one(id, request);
  };
}

function tagged(answer: Answer): Answer {
  return { ...answer, etag: tagOf(answer.body) };
}

function tagOf({ role }: JsonObject): string {
  return JSON.stringify(role ?? null);
}

function listOf(data: readonly JsonObject[], truncated: boolean): JsonObject {
  return { data, truncated, etags: Object.fromEntries(data.map((member) => [member.id, tagOf(member)])) };
}

function isLastAdmin({ status, body }: Answer): boolean {
  return status === 422 && body.reason === "last_admin";
}

function refuseToken(answer: Answer): void {
  const { status } = answer;
  if (status !== 401 && status !== 403) return;
  const detail = `${messageOf(answer)} Set operator_token, or ORGCONFIG_OPERATOR_TOKEN, to the service's own ORGCONFIG_OPERATOR_TOKEN.`;
  throw new DiagnosticsError([error("The operator token was refused", detail)]);
}

function unsentInvitation(email: string, { slug }: Organization): string {
  return `${email} was invited, and nobody told them: the service has no mail server. The link is not shown here, because output and logs are kept. Make a new one with "orgconfig members invite-again ${slug} ${email}" or in the console, and pass it on.`;
}

function lastAdmin(what: string) {
  return error(
    `The last org_admin cannot ${what}`,
    "An organization keeps one org_admin who has accepted. Make somebody else org_admin first, and apply again when they have accepted. To leave this person in the organization and only stop managing them here, take the block out together with the row in the state (terraform state rm, or a removed block with destroy = false).",
  );
}
