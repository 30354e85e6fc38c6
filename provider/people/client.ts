/**
 * The operator's calls about one organization's members, spoken to like the calls of a kind: so members are read
 * and written by what reads and writes rows.
 */

import type { Json } from "../../src/kernel/field.ts";
import { hasReason } from "../../src/kernel/reasons.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Answer, Client, Request } from "../client.ts";
import { whileBlocked } from "../patience.ts";
import { error, messageOf } from "../refusals.ts";
import type { Organization } from "../session.ts";
import { DiagnosticsError } from "../wire/diagnostics.ts";
import { members } from "./definition.ts";

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
    return ask("GET", `${base}/${id}`, request);
  }

  async function list(filters: URLSearchParams, request: Request): Promise<Answer> {
    const email = filters.get("email");
    if (email !== null) {
      const { expects: _ofList, ...single } = request;
      const answer = await one(encodeURIComponent(email), single);
      if (answer.status !== 200 && answer.status !== 404) return answer;
      return { ...answer, status: 200, body: listOf(answer.status === 200 ? [answer] : []) };
    }
    return ask("GET", `${base}?etags=true`, request);
  }

  async function invite({ name = "", ...person }: JsonObject): Promise<Answer> {
    const post = (body: JsonObject) => ask("POST", base, { body });
    const first = await post(name === "" ? person : { ...person, name });
    const { field } = first.body;
    const ownName = first.status === 422 && field === "name" && hasReason(first.body, "existing_account");
    const answer = ownName ? await post(person) : first;
    // The link lets whoever has it in: it goes no further than this.
    const { invite_url, ...member } = answer.body;
    if (answer.status !== 201) return { ...answer, body: member };
    const unsent = invite_url === undefined ? [] : [unsentInvitation(String(member.email), organization)];
    return { ...answer, body: member, warnings: [...(answer.warnings ?? []), ...unsent] };
  }

  // While the last org_admin stands in the way of a write, this run may be about to make another.

  async function setRole(id: string, request: Request, role: Json): Promise<Answer> {
    const patch = () => ask("PATCH", `${base}/${id}`, { ...request, body: { role } });
    const answer = await whileBlocked(patch, isLastAdmin);
    if (isLastAdmin(answer)) throw new DiagnosticsError([{ ...lastAdmin("step down"), path: ["role"] }]);
    return answer;
  }

  async function remove(id: string, request: Request): Promise<Answer> {
    const answer = await whileBlocked(() => ask("DELETE", `${base}/${id}`, request), isLastAdmin);
    if (isLastAdmin(answer)) throw new DiagnosticsError([lastAdmin("be removed")]);
    return answer;
  }

  return (method, path, request = {}) => {
    const [, id, query] = paths.exec(path) ?? [];
    const { body = {} } = request;
    if (id === undefined) {
      if (method === "POST") return invite(body);
      return list(new URLSearchParams(query), request);
    }
    if (method === "PUT") return setRole(id, request, body.role ?? null);
    return method === "DELETE" ? remove(id, request) : one(id, request);
  };
}

function listOf(answers: readonly Answer[]): JsonObject {
  return {
    data: answers.map(({ body }) => body),
    truncated: false,
    etags: Object.fromEntries(answers.map(({ body, etag }) => [body.id, etag ?? null])),
  };
}

function isLastAdmin({ status, body }: Answer): boolean {
  return status === 422 && hasReason(body, "last_admin");
}

function refuseToken(answer: Answer): void {
  const { status } = answer;
  if (status !== 401 && status !== 403) return;
  const detail = `${messageOf(answer)} Set operator_token, or ORGCONFIG_OPERATOR_TOKEN, to the service's own ORGCONFIG_OPERATOR_TOKEN.`;
  throw new DiagnosticsError([error("The operator token was refused", detail)]);
}

function unsentInvitation(email: string, { slug }: Organization): string {
  return `${email} was invited, and got no mail: the service has no mail server. The link is not shown here, because output and logs are kept. Make a new one with "orgconfig members invite-again ${slug} ${email}" or in the console, and pass it on.`;
}

function lastAdmin(what: string) {
  return error(
    `The last org_admin cannot ${what}`,
    "An organization keeps one org_admin who has accepted. Make somebody else org_admin first, and apply again when they have accepted. To leave this person in the organization and only stop managing them here, take the block out together with the row in the state (terraform state rm, or a removed block with destroy = false).",
  );
}
