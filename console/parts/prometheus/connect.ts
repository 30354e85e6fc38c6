/** Connects a Prometheus: tests it first, then makes its connector and its data source as one plan, to be undone at once. */
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { namedActions } from "../../api/calls.ts";
import { act } from "../../api/client.ts";
import type { AskOutcome } from "../../api/engine-shapes.ts";
import { rowsQuery, useDefinitions, useForgetRows } from "../../api/queries.ts";
import { freeName } from "../../forms/variant.ts";
import { kindNames } from "../../kinds/names.ts";
import { useNotice } from "../../shell/notice.tsx";
import { useHere } from "../../shell/session.ts";
import { applyAll, makePlan } from "../plans/use-plan.ts";
import * as texts from "./texts.ts";

/** What somebody typed. */
export interface Answers {
  readonly url: string;
  readonly token: string;
  readonly name: string;
  readonly username: string;
  readonly password: string;
  readonly tenant: string;
  readonly mimir: boolean;
}

export const noAnswers: Answers = {
  url: "",
  token: "",
  name: "",
  username: "",
  password: "",
  tenant: "",
  mimir: false,
};

export interface Connected {
  readonly name: string;
  readonly connectorId: string;
  readonly dataSourceId: string;
  /** The applied plan that made both. */
  readonly plan: string;
}

export interface Attempt {
  /** Undefined where it was saved without a test. */
  readonly outcome: AskOutcome | undefined;
  /** Undefined where the test failed, so that nothing was made. */
  readonly made: Connected | undefined;
}

interface Wanted {
  readonly answers: Answers;
  /** Made whatever a test says. */
  readonly untested: boolean;
}

export function useConnect() {
  const { slug } = useHere();
  const { kinds } = useDefinitions();
  const client = useQueryClient();
  const forget = useForgetRows(slug);
  const notice = useNotice();
  return useMutation({
    async mutationFn({ answers, untested }: Wanted): Promise<Attempt> {
      const name = await nameFor(client, slug, kinds, answers.name.trim());
      if (untested) return { outcome: undefined, made: await make(client, slug, kinds, answers, name) };
      const { body: outcome } = await act<AskOutcome>(
        slug,
        namedActions.testUnsavedDataSource,
        sourceOf(answers, name),
      );
      if (!outcome.ok) return { outcome, made: undefined };
      const made = await make(client, slug, kinds, answers, name);
      // Its health is known from the beginning; without it, only from the next test on.
      await act(slug, namedActions.testDataSource, { id: made.dataSourceId }).catch(() => undefined);
      return { outcome, made };
    },
    onSuccess({ made }) {
      if (made !== undefined) notice.show({ text: texts.connected(made.name), plan: made.plan });
    },
    onSettled: forget,
  });
}

/** What is sent with a request, as both rows call it. */
function credentialsOf({ token, username, password }: Answers): JsonObject {
  return filled({ token, username: username.trim(), password });
}

function filled(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
}

/** The data source by itself, with the credentials that its connector is going to hold. */
function sourceOf(answers: Answers, name: string): JsonObject {
  const tenant = answers.tenant.trim();
  return {
    name,
    type: "prometheus",
    url: answers.url.trim(),
    ...credentialsOf(answers),
    ...(tenant === "" ? {} : { options: { tenant } }),
  };
}

/** The same name for both rows, one that neither kind has. */
async function nameFor(
  client: QueryClient,
  org: string,
  kinds: readonly Definition[],
  wanted: string,
): Promise<string> {
  const of = [kindNames.connector, kindNames.dataSource].map((kind) =>
    kinds.find((one) => one.kind === kind),
  );
  const lists = await Promise.all(
    of.flatMap((definition) =>
      definition === undefined ? [] : [client.fetchQuery({ ...rowsQuery(org, definition), staleTime: 0 })],
    ),
  );
  const taken = lists.flatMap(({ data }) => data.map(({ name }) => String(name)));
  return freeName(wanted === "" ? texts.prometheus : wanted, taken);
}

async function make(
  client: QueryClient,
  org: string,
  kinds: readonly Definition[],
  answers: Answers,
  name: string,
): Promise<Connected> {
  const { url, mimir } = answers;
  const connector = {
    name,
    type: "observability",
    connector_type: mimir ? "mimir" : "prometheus",
    config: { url: url.trim(), ...credentialsOf(answers), ...filled({ tenant: answers.tenant.trim() }) },
    metadata: mimir ? { run_in: "service" } : {},
  };
  const source = { name, type: "prometheus", url: url.trim(), connector_id: { name } };
  const bundle = { [kindNames.connector]: [connector], [kindNames.dataSource]: [source] };
  const plan = await makePlan(client, org, { action: namedActions.planChanges, input: { bundle } });
  const idOf = (kind: string) => plan.changes.find(({ resource }) => resource === kind)?.id ?? "";
  await applyAll(org, kinds, plan);
  return {
    name,
    plan: plan.id,
    connectorId: idOf(kindNames.connector),
    dataSourceId: idOf(kindNames.dataSource),
  };
}
