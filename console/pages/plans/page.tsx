/** Plans: what was planned and applied, the sets and their drift, and the place to drop a bundle. */
import { Box, Table, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { figure } from "../../../src/kernel/readable.ts";
import { namedActions } from "../../api/calls.ts";
import type { PlanHead, PlanSet, Plans } from "../../api/plan-shapes.ts";
import { readQuery } from "../../api/queries.ts";
import { SmallButton } from "../../parts/buttons.tsx";
import { CardTable } from "../../parts/card-table.tsx";
import { ChangesTabs } from "../../parts/changes/tabs.tsx";
import { Loading } from "../../parts/loading.tsx";
import { Page } from "../../parts/page.tsx";
import { driftPath, planPath } from "../../parts/paths.ts";
import { statusWords, summaryText } from "../../parts/plans/words.ts";
import { Status } from "../../parts/status.tsx";
import { Fine, LinkTo, Quiet } from "../../parts/text.tsx";
import { Moment } from "../../parts/time.tsx";
import { useHere } from "../../shell/session.ts";
import { BundleForm } from "./bundle-form.tsx";
import * as texts from "./texts.ts";

export function PlansPage() {
  const here = useHere();
  const go = useNavigate();
  const query = useQuery(readQuery<Plans>(here.slug, namedActions.listPlans, {}));
  const { data } = query;
  return (
    <Page title={texts.plans} about={texts.changeManyRowsAtOnce}>
      <ChangesTabs at="plans" />
      <BundleForm sets={data?.sets ?? []} onMade={({ id }) => go({ to: planPath(here.slug, id) })} />
      <Loading of={query} />
      {data === undefined ? null : (
        <>
          <Sets sets={data.sets} />
          <List plans={data.data} />
        </>
      )}
    </Page>
  );
}

function Sets({ sets }: { readonly sets: readonly PlanSet[] }) {
  const here = useHere();
  if (sets.length === 0) return null;
  return (
    <section aria-label={texts.sets}>
      <Title order={2} mb={4}>
        {texts.sets}
      </Title>
      <Quiet mb="sm">{texts.aSetOwnsTheRows}</Quiet>
      <Box mb="xl">
        <CardTable columns={[texts.set, texts.rows, [texts.applied, "sm"]]} figures={[texts.rows]}>
          {sets.map(({ name, rows, plan_id, applied_at }) => (
            <Table.Tr key={name}>
              <Table.Th
                scope="row"
                className="mono"
                c="var(--mantine-color-text)"
                fw={400}
                fz="sm"
                style={{ whiteSpace: "normal", overflowWrap: "anywhere" }}
              >
                {name}
              </Table.Th>
              <Table.Td ta="right">{figure(rows)}</Table.Td>
              <Table.Td visibleFrom="sm">
                <LinkTo to={planPath(here.slug, plan_id)}>
                  <Moment at={applied_at} />
                </LinkTo>
              </Table.Td>
              <Table.Td ta="right">
                <SmallButton
                  component={Link}
                  to={driftPath(here.slug, name)}
                  aria-label={texts.driftOf(name)}
                >
                  {texts.drift}
                </SmallButton>
              </Table.Td>
            </Table.Tr>
          ))}
        </CardTable>
      </Box>
    </section>
  );
}

function List({ plans }: { readonly plans: readonly PlanHead[] }) {
  const here = useHere();
  return (
    <section aria-label={texts.plans}>
      <Title order={2} mb="sm">
        {texts.recentPlans}
      </Title>
      {plans.length === 0 ? (
        <Quiet>{texts.noPlansYetThey}</Quiet>
      ) : (
        <CardTable
          columns={[texts.plan, texts.status, [texts.set, "md"], [texts.made, "sm"]]}
          actionsFrom={false}
        >
          {plans.map((plan) => (
            <Table.Tr key={plan.id} className="way">
              <Table.Td>
                <LinkTo to={planPath(here.slug, plan.id)} fw={550}>
                  {summaryText(plan.summary, plan.status === "applied")}
                </LinkTo>
              </Table.Td>
              <Table.Td>
                <Status {...statusWords[plan.status]} />
              </Table.Td>
              <Table.Td visibleFrom="md" className="mono" fz="sm">
                {plan.set ?? "—"}
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <Moment at={plan.created_at} />
                <Fine className="clip">{texts.by(plan.created_by.name)}</Fine>
              </Table.Td>
            </Table.Tr>
          ))}
        </CardTable>
      )}
    </section>
  );
}
