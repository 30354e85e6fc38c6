/** Members as a resource and as data sources. They are rows like any others, but for whose they are to read. */
import type { Row } from "../batch.ts";
import type { Client } from "../client.ts";
import { dataSourcesOf } from "../data-sources/index.ts";
import { error, warning } from "../refusals.ts";
import { collectionServer } from "../resource.ts";
import { onceInSession, type Session, type SessionOf } from "../session.ts";
import { type Diagnostic, DiagnosticsError } from "../wire/diagnostics.ts";
import type { DataSourceServer, ResourceServer } from "../wire/provider.ts";
import type { ObjectValue, Value } from "../wire/values.ts";
import { memberClient } from "./client.ts";
import { members } from "./definition.ts";

/** `known` is the session where there is one already; `current` throws where there is none. */
export function memberServer(known: () => Session | undefined, current: SessionOf): ResourceServer {
  /** Rows of members whose name reads as the state has it: it was for the invitation, and is the person's since. */
  const named = (name: Value | undefined) =>
    collectionServer(members, () => callingThem(String(name ?? ""), withPeople(current())));
  const plain = collectionServer(members, () => withPeople(current()));

  /** Nothing is planned without the token, but for what comes of a token that this run still makes. */
  function checkToken(): void {
    const session = known();
    if (session !== undefined && session.operator === undefined && isFirst(session)) throw missingToken();
  }

  /** Members are no rows. */
  function refuseToPropose(): void {
    if (current().proposes) throw new DiagnosticsError([neverProposed]);
  }

  return {
    ...plain,
    plan: (request) => {
      checkToken();
      const { config, prior } = request;
      return plain.plan(
        prior === null ? request : { ...request, config: { ...config, name: prior.name ?? null } },
      );
    },
    planDestroy: () => {
      checkToken();
      return {};
    },
    create: async (request) => {
      refuseToPropose();
      return named(request.planned.name).create(request);
    },
    update: async (request) => {
      refuseToPropose();
      return named(request.prior.name).update(request);
    },
    destroy: async (request) => {
      refuseToPropose();
      return named(request.prior.name).destroy(request);
    },
    read: async (request) => {
      const { state } = request;
      const session = known();
      // The first goes on, and is shown what is missing.
      if (session !== undefined && !hasOperator(session) && !isFirst(session)) return { state };
      const result = await named(state.name).read(request);
      return result.state === null ? { ...result, diagnostics: [removedElsewhere(state)] } : result;
    },
  };
}

export function memberDataSources(current: SessionOf): Readonly<Record<string, DataSourceServer>> {
  return dataSourcesOf([members], () => withPeople(current()));
}

const opened = new WeakMap<Session, Session>();

/** The session as members are worked with: by the operator's calls. */
function withPeople(session: Session): Session {
  if (!hasOperator(session)) throw session.operator === undefined ? missingToken() : unknownToken();
  const known = opened.get(session);
  if (known !== undefined) return known;
  const client = memberClient(session.operator, session.organization);
  const made = { ...session, client, rows: session.rows.through(client) };
  opened.set(session, made);
  return made;
}

function callingThem(name: string, { client, rows, ...session }: Session): Session {
  const renamed = (row: Row | undefined) => row && { ...row, body: { ...row.body, name } };
  return {
    ...session,
    client: async (...call) => {
      const answer = await client(...call);
      return "name" in answer.body ? { ...answer, body: { ...answer.body, name } } : answer;
    },
    rows: {
      ...rows,
      read: async (...call) => renamed(await rows.read(...call)),
      readNow: async (...call) => renamed(await rows.readNow(...call)),
    },
  };
}

/** Whoever left and was taken out by hand is not to come back unnoticed. */
function removedElsewhere({ email }: ObjectValue): Diagnostic {
  const detail =
    "A plan that still holds this member invites them again. If they have left, take the block out of the configuration.";
  return warning(`Member "${String(email)}" was removed outside of Terraform`, detail);
}

const isFirst = onceInSession();

function hasOperator(session: Session): session is Session & { readonly operator: Client } {
  return typeof session.operator === "function";
}

const neverProposed = error(
  "Members cannot be proposed",
  'They are no rows of the configuration, and nothing was changed. Manage them with a provider "orgconfig" of their own, an alias without propose.',
);

function missingToken(): DiagnosticsError {
  const detail =
    'People are read and changed with the operator\'s token, and never with an API key: write operator_token in the block provider "orgconfig", or set ORGCONFIG_OPERATOR_TOKEN. It reaches every organization of the service, so keep it where only the pipeline that manages people can read it.';
  return new DiagnosticsError([error("Members need the operator's token", detail)]);
}

function unknownToken(): DiagnosticsError {
  const detail =
    "operator_token comes from something that is made in this very run, and members that are there already cannot be read without it. Apply that first (terraform apply -target=…), then plan the rest.";
  return new DiagnosticsError([error("The operator's token is not known yet", detail)]);
}
