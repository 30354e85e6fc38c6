/** Plans: what was planned and applied, the sets and their drift, and the place to drop a bundle. */
import { Box, Button, Paper, Table, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { figure } from "../../../src/kernel/readable.ts";
import { namedActions } from "../../api/calls.ts";
import type { PlanHead, PlanSet, Plans } from "../../api/plan-shapes.ts";
import { readQuery } from "../../api/queries.ts";
import { CardTable } from "../../parts/card-table.tsx";
import { Page, Rows } from "../../parts/page.tsx";
import { driftPath, planPath } from "../../parts/paths.ts";
import { statusWords, summaryText } from "../../parts/plans/words.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { Status } from "../../parts/status.tsx";
import { Fine, LinkTo, Quiet } from "../../parts/text.tsx";
import { Moment } from "../../parts/time.tsx";
import { useHere } from "../../shell/session.ts";
import { BundleForm } from "./bundle-form.tsx";

export function PlansPage() {
  const here = useHere();
  const go = useNavigate();
  const query = useQuery(readQuery<Plans>(here.slug, namedActions.listPlans, {}));
  const { data, error } = query;
  return (
    <Page
      title="Plans"
      about="Change many rows at once: see first what would change, apply all of it or nothing, and take it back."
    >
      <BundleForm sets={data?.sets ?? []} onMade={({ id }) => go({ to: planPath(here.slug, id) })} />
      <Refusal error={error} again={query} />
      {data === undefined && error === null ? <Rows /> : null}
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
    <section aria-label="Sets">
      <Title order={2} mb={4}>
        Sets
      </Title>
      <Quiet mb="sm">
        A set owns the rows that its bundle names. Drift is what was changed outside of it.
      </Quiet>
      <Box mb="xl">
        <CardTable columns={["Set", "Rows", ["Applied", "sm"]]} figures={["Rows"]}>
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
                <Button
                  component={Link}
                  to={driftPath(here.slug, name)}
                  size="xs"
                  variant="default"
                  aria-label={`Drift of ${name}`}
                >
                  Drift
                </Button>
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
    <section aria-label="Plans">
      <Title order={2} mb="sm">
        Recent plans
      </Title>
      {plans.length === 0 ? (
        <Quiet>
          No plans yet. They are kept for a day after they expire, and for 30 days after they were applied.
        </Quiet>
      ) : (
        <Paper p={0} style={{ overflow: "hidden" }}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Plan</Table.Th>
                <Table.Th scope="col">Status</Table.Th>
                <Table.Th scope="col" visibleFrom="md">
                  Set
                </Table.Th>
                <Table.Th scope="col" visibleFrom="sm">
                  Made
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
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
                    <Fine className="clip">by {plan.created_by.name}</Fine>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Paper>
      )}
    </section>
  );
}
