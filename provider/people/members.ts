/** Members as a resource and as data sources. They are rows like any others, but for whose they are to read. */
import type { Row } from "../batch.ts";
import { dataSourcesOf } from "../data-sources/index.ts";
import { error, warning } from "../refusals.ts";
import { collectionServer } from "../resource.ts";
import type { Session, SessionOf } from "../session.ts";
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

  return {
    ...plain,
    plan: (request) => {
      tellMissingToken(known());
      const { config, prior } = request;
      return plain.plan(
        prior === null ? request : { ...request, config: { ...config, name: prior.name ?? null } },
      );
    },
    planDestroy: () => {
      tellMissingToken(known());
      return {};
    },
    create: (request) => named(request.planned.name).create(request),
    update: (request) => named(request.prior.name).update(request),
    destroy: (request) => named(request.prior.name).destroy(request),
    read: async (request) => {
      const { state } = request;
      if (tellMissingToken(known()) === "told") return { state };
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
  const { operator, organization } = session;
  if (operator === undefined) throw missingToken();
  const known = opened.get(session);
  if (known !== undefined) return known;
  const client = memberClient(operator, organization);
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

/** The sessions of which it was said already. */
const told = new WeakSet<Session>();

/**
 * For what a plan does: one error fails the whole plan, so that the others of a hundred members need not say it again.
 * @throws DiagnosticsError the first time that a session without the token is asked about
 */
function tellMissingToken(session: Session | undefined): "told" | undefined {
  if (session === undefined || session.operator !== undefined) return undefined;
  if (told.has(session)) return "told";
  told.add(session);
  throw missingToken();
}

function missingToken(): DiagnosticsError {
  const detail =
    'People are read and changed with the operator\'s token, and never with an API key: write operator_token in the block provider "orgconfig", or set ORGCONFIG_OPERATOR_TOKEN. It reaches every organization of the service, so keep it where only the pipeline that manages people can read it.';
  return new DiagnosticsError([error("Members need the operator's token", detail)]);
}
