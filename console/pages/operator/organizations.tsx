/** The list of organizations, in the order that is asked for, and the dialogs over it. */
import { Alert, Button, Group, Select, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PlainButton, QuietButton } from "../../parts/buttons.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Loading } from "../../parts/loading.tsx";
import { Quiet } from "../../parts/text.tsx";
import { isTokenRefused, type OrganizationDetail, type Use } from "./calls.ts";
import { type Act, OrganizationDialog } from "./dialogs.tsx";
import { NewDialog } from "./new-dialog.tsx";
import { PlansDialog } from "./quota-dialogs.tsx";
import { type Listed, OrganizationTable } from "./table.tsx";
import * as texts from "./texts.ts";
import { organizationsQuery, useOperator, useQueryOf } from "./use-operator.ts";

type Order = (one: Listed) => number;

const orders: Readonly<Record<string, Order>> = {
  [texts.mostRequests]: ({ use }) => use?.requests_per_second ?? 0,
  [texts.mostTimeOfTheDatabase]: ({ use }) => use?.database_percent ?? 0,
  [texts.mostAlerts]: ({ use }) => use?.alerts_last_hour ?? 0,
  [texts.largest]: ({ use }) => use?.bytes ?? 0,
};

export function Organizations({ leave }: { readonly leave: () => void }) {
  const call = useOperator();
  const [open, setOpen] = useState<"new" | "plans">();
  const [act, setAct] = useState<Act>();
  const [order, setOrder] = useState(texts.name);
  const organizations = useQuery(organizationsQuery(call));
  const use = useQuery(useQueryOf(call));
  const { data } = organizations;
  const listed = inOrder(orders[order], data?.data ?? [], use.data?.data ?? []);
  const make = <Button onClick={() => setOpen("new")}>{texts.newOrganization}</Button>;
  const refused = [organizations.error, use.error].some(isTokenRefused);
  return (
    <main className="page operator" id="content">
      <Group justify="space-between" align="flex-start" mb="lg">
        <div>
          <Title order={1}>{texts.organizations}</Title>
          <Quiet mt={4}>
            {data === undefined
              ? texts.ofThisInstallation
              : texts.organizationsOfThisInstallation(data.data.length)}
            {use.data === undefined ? "" : texts.ratesAreTheMean(use.data.minutes)}
          </Quiet>
        </div>
        <Group gap="xs">
          <QuietButton size="sm" onClick={leave}>
            {texts.forgetTheToken}
          </QuietButton>
          <PlainButton onClick={() => setOpen("plans")}>{texts.plans}</PlainButton>
          {data?.data.length ? make : null}
        </Group>
      </Group>
      {refused ? (
        <Alert color="red" role="alert" mb="md" title={texts.theTokenIsNotTaken}>
          {texts.forgetItAndGive}
        </Alert>
      ) : null}
      <Loading of={organizations} />
      {data?.data.length === 0 ? (
        <Empty title={texts.noOrganizationsYet} about={texts.makeOne}>
          {make}
        </Empty>
      ) : null}
      {listed.length === 0 ? null : (
        <>
          <Select
            aria-label={texts.order}
            mb="sm"
            w={240}
            allowDeselect={false}
            data={[texts.name, ...Object.keys(orders)]}
            value={order}
            onChange={(value) => setOrder(value ?? texts.name)}
          />
          <OrganizationTable listed={listed} ask={setAct} />
        </>
      )}
      {data?.truncated ? <Quiet mt="sm">{texts.moreThanAreShownOrgconfig}</Quiet> : null}
      {open === "new" ? <NewDialog close={() => setOpen(undefined)} /> : null}
      {open === "plans" ? <PlansDialog close={() => setOpen(undefined)} /> : null}
      {act === undefined ? null : <OrganizationDialog act={act} close={() => setAct(undefined)} />}
    </main>
  );
}

function inOrder(
  order: Order | undefined,
  organizations: readonly OrganizationDetail[],
  uses: readonly Use[],
): readonly Listed[] {
  const useOf = new Map(uses.map((use) => [use.organization_id, use]));
  const listed = organizations.map((organization) => ({ organization, use: useOf.get(organization.id) }));
  const byName = listed.toSorted((a, b) => a.organization.name.localeCompare(b.organization.name));
  return order === undefined ? byName : byName.toSorted((a, b) => order(b) - order(a));
}
