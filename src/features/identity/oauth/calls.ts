/** What the console's page asks and answers, about a program that wants to be let in. */
import { type AccountOperation, type AccountRequest, accountOperation } from "../../../engine/operation.ts";
import { roles } from "../../../kernel/access.ts";
import { choice, object, text } from "../../../kernel/field.ts";
import { newId } from "../../../kernel/ids.ts";
import { Refusal } from "../../../kernel/problem.ts";
import {
  boundsOf,
  hashOf,
  madeOf,
  newCredential,
  newSecret,
  newToken,
  personAuthor,
  type StoredToken,
  sessionOf,
  trailOf,
  transact,
} from "../accounts/index.ts";
import {
  type AuthorizationRequest,
  answerTo,
  checkRedirect,
  faultOf,
  requestFields,
  roleOf,
} from "./authorization.ts";
import { clientOf, isDocumentAddress } from "./clients.ts";
import { mcpPath, type OauthDeps } from "./deps.ts";
import { destinationOf } from "./redirects.ts";

/** A program has so long to come for what it was given. */
const codeMs = 120_000;

const locationField = text({ description: "Where the browser takes the answer." });

const requestShape = object({
  description: "Who wants to be let in, and where the answer would go.",
  fields: {
    client: object({
      description: "The program, by what it says of itself.",
      fields: {
        id: text({ description: "Its id." }),
        name: text({ description: "The name that it gave itself. Nobody checked it." }),
        document_host: text({
          description:
            "The host that has the program's document, which is proved; null for one that was registered.",
          nullable: true,
        }),
      },
    }),
    destination: object({
      description: "Where the answer would go.",
      fields: {
        kind: choice({
          description:
            "A site, a program on the person's own computer, or an app that opens links of its scheme.",
          choices: ["site", "this_computer", "app"],
        }),
        name: text({ description: "The host, or the scheme." }),
      },
    }),
    max_role: choice({ description: "The ceiling that the program would like.", choices: roles }),
    fault: object({
      description: "Why the request cannot be answered; null where it can be.",
      nullable: true,
      fields: {
        message: text({ description: "What is wrong with it." }),
        location: text({ description: "Where the browser takes that to the program." }),
      },
    }),
  },
});

const shared = { tag: "account", credential: "session", subject: "tokens" } as const;
const path = "/api/v1/account/authorization";

export function authorizationCalls(deps: OauthDeps): AccountOperation[] {
  return [getAuthorization(deps), allowClient(deps), denyClient(deps)];
}

function getAuthorization(deps: OauthDeps): AccountOperation {
  return accountOperation({
    ...shared,
    name: "get_authorization",
    title: "Look at a program that wants to be let in",
    description:
      "Who sent the person to the console to be let in at the MCP endpoint by OAuth: by the parameters of its request. 400 oauth_client: it is not known, or wants the answer somewhere else than it named.",
    method: "GET",
    path,
    input: { fields: requestFields },
    query: Object.keys(requestFields),
    output: { value: requestShape },
    async run(request) {
      const { client, fault, issuer } = await judged(deps, request, request.body);
      return {
        body: {
          client: {
            id: client.id,
            name: client.name,
            document_host: isDocumentAddress(client.id) ? new URL(client.id).host : null,
          },
          destination: destinationOf(request.body.redirect_uri),
          max_role: roleOf(request.body.scope),
          fault:
            fault === undefined
              ? null
              : {
                  message: fault.message,
                  location: answerTo(request.body, issuer, {
                    error: fault.error,
                    error_description: fault.message,
                  }),
                },
        },
      };
    },
  });
}

function allowClient(deps: OauthDeps): AccountOperation {
  return accountOperation({
    ...shared,
    name: "allow_client",
    answersSecret: true,
    title: "Let a program in",
    description:
      "Makes a personal access token that the program holds: with this name, in these organizations, up to this ceiling and end. Answers where the browser takes the code for it, which is good once, for two minutes.",
    method: "POST",
    path,
    status: 201,
    input: { fields: { ...requestFields, ...newToken } },
    output: { value: object({ description: "What to do next.", fields: { location: locationField } }) },
    async run(request) {
      const { body, now } = request;
      const { client, fault, issuer } = await judged(deps, request, body);
      if (fault !== undefined) throw new Refusal("bad_request", fault.message, { reason: "oauth_client" });
      const { user } = sessionOf(request);
      const { ids, expiresAt } = await boundsOf(deps.people, request, body.organizations, body.expires_at);
      const destination = destinationOf(body.redirect_uri);
      const { hash, prefix } = newCredential("token");
      const token: StoredToken = {
        id: newId("pat"),
        name: body.name,
        prefix,
        organizations: ids,
        maxRole: body.max_role,
        createdAt: now,
        expiresAt,
        lastUsedAt: null,
        client: client.name,
        clientHost: destination.name,
        proposeOnly: body.propose_only,
      };
      const changes = [
        ...madeOf({
          name: body.name,
          max_role: body.max_role,
          propose_only: body.propose_only,
          expires_at: expiresAt?.toISOString() ?? null,
          client: client.name,
          client_id: client.id,
          redirect_uri: body.redirect_uri,
        }),
        { field: "token", secret: "set" } as const,
      ];
      const act = { action: "allow_client", resource: "tokens", rowId: token.id, changes };
      const code = newSecret();
      await transact(deps.people, [], async ({ identity, writer }) => {
        // Nobody ever had the value that it begins with.
        await identity.tokens.insert(
          user.id,
          token,
          hash,
          trailOf(personAuthor(request, user), ids, act),
          now,
        );
        await deps.oauth.in(writer).insertGrant({
          tokenId: token.id,
          clientId: client.id,
          redirectUri: body.redirect_uri,
          codeHash: hashOf(code.value),
          codeChallenge: body.code_challenge ?? "",
          codeExpiresAt: new Date(now.getTime() + codeMs),
          now,
        });
      });
      return { body: { location: answerTo(body, issuer, { code: code.value }) } };
    },
  });
}

function denyClient(deps: OauthDeps): AccountOperation {
  return accountOperation({
    ...shared,
    name: "deny_client",
    title: "Turn a program away",
    description: "Gives the program nothing, and answers where the browser takes that.",
    method: "POST",
    path: `${path}/denial`,
    input: { fields: requestFields },
    output: { value: object({ description: "What to do next.", fields: { location: locationField } }) },
    async run(request) {
      const { client, issuer } = await judged(deps, request, request.body);
      const { user, memberships } = sessionOf(request);
      const act = {
        action: "deny_client",
        resource: "tokens",
        rowId: client.id,
        changes: madeOf({ client: client.name, redirect_uri: request.body.redirect_uri }),
      };
      const ids = memberships.map(({ organization }) => organization.id);
      const trail = trailOf(personAuthor(request, user), ids, act);
      await deps.oauth.record(trail);
      return {
        body: {
          location: answerTo(request.body, issuer, {
            error: "access_denied",
            error_description: "The person said no.",
          }),
        },
      };
    },
  });
}

/** The program, if it is known and wants the answer where it may, and what else is wrong with its request. @throws Refusal 400 */
async function judged(deps: OauthDeps, request: AccountRequest, sent: AuthorizationRequest) {
  const { memberships } = sessionOf(request);
  const [first] = memberships;
  if (first === undefined)
    throw new Refusal("forbidden", "You are a member of no organization here; ask for an invitation first.");
  const { people: _, ...documents } = deps;
  const client = await clientOf(
    documents,
    sent.client_id,
    first.organization.id,
    request.now,
    // Its document is asked for in the first one's name.
    first.role === "org_admin",
  );
  checkRedirect(sent, client);
  const issuer = request.site ?? deps.siteUrl;
  return { client, issuer, fault: faultOf(sent, issuer + mcpPath) };
}
