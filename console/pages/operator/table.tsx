/** A line for each organization: what it is, what it has, what it asks for, and what can be done about it. */
import { Box, Menu, Table } from "@mantine/core";
import { ago, figure } from "../../../src/kernel/readable.ts";
import { QuietButton } from "../../parts/buttons.tsx";
import { CardTable } from "../../parts/card-table.tsx";
import { sizeText } from "../../parts/size-text.ts";
import { Status } from "../../parts/status.tsx";
import { Faded, Fine, Strong } from "../../parts/text.tsx";
import type { OrganizationDetail, Use } from "./calls.ts";
import type { Act } from "./dialogs.tsx";
import * as texts from "./texts.ts";
import { deletionText, quotasText, rateText } from "./words.ts";

/** From so much of the database's time on an organization is marked as a noisy one. */
const noisyPercent = 50;

const figures = [texts.size, texts.requests, texts.database, texts.alertsAnHour];

export interface Listed {
  readonly organization: OrganizationDetail;
  /** Undefined until it is read. */
  readonly use: Use | undefined;
}

export function OrganizationTable({
  listed,
  ask,
}: {
  readonly listed: readonly Listed[];
  readonly ask: (act: Act) => void;
}) {
  return (
    <CardTable
      columns={[
        texts.organization,
        [texts.state, "sm"],
        [texts.plan, "lg"],
        [texts.size, "md"],
        [texts.requests, "sm"],
        [texts.database, "md"],
        [texts.alertsAnHour, "lg"],
        [texts.lastActive, "md"],
      ]}
      figures={figures}
    >
      {listed.map(({ organization, use }) => (
        <Table.Tr key={organization.id}>
          <Table.Td>
            <Strong style={{ overflowWrap: "anywhere" }}>{organization.name}</Strong>
            <Fine className="mono">{organization.slug}</Fine>
            <Box hiddenFrom="sm" mt={4}>
              <State of={organization} use={use} />
              {use === undefined ? null : (
                <Fine>
                  {rateText(use.requests_per_second)}/s · {sizeText(use.bytes)}
                </Fine>
              )}
            </Box>
          </Table.Td>
          <Table.Td visibleFrom="sm">
            <State of={organization} use={use} />
          </Table.Td>
          <Table.Td visibleFrom="lg">
            {organization.plan}
            <Fine>{quotasText(organization.effective_quotas)}</Fine>
          </Table.Td>
          <Figures of={use} />
          <Table.Td ta="right" className="tight">
            <Actions of={organization} ask={ask} />
          </Table.Td>
        </Table.Tr>
      ))}
    </CardTable>
  );
}

function State({ of, use }: { readonly of: OrganizationDetail; readonly use: Use | undefined }) {
  const { state, suspension, deletion } = of;
  if (state === "deleting")
    return (
      <>
        <Status tone="bad" label={texts.goingToBeDeleted} />
        <Fine>{deletionText(of, Date.now())}</Fine>
        {deletion?.reason ? <Fine>{deletion.reason}</Fine> : null}
      </>
    );
  if (state === "suspended")
    return (
      <>
        <Status tone="warning" label={texts.suspended} />
        <Fine>{suspension?.reason}</Fine>
      </>
    );
  const noise = noiseOf(use);
  return noise === null ? (
    <Status tone="good" label={texts.active} />
  ) : (
    <>
      <Status tone="warning" label={texts.noisy} />
      <Fine>{noise}</Fine>
    </>
  );
}

/** What is noisy about it; null where nothing is. */
function noiseOf(use: Use | undefined): string | null {
  if (use === undefined) return null;
  if (use.refused > 0) return texts.itsQuotaRefusesRequests;
  return use.database_percent >= noisyPercent ? texts.theDatabaseWorks : null;
}

function Figures({ of: use }: { readonly of: Use | undefined }) {
  const waiting = <Faded>–</Faded>;
  return (
    <>
      <Table.Td visibleFrom="md" ta="right">
        {use === undefined ? waiting : sizeText(use.bytes)}
        {use === undefined ? null : <Fine>{texts.rows(figure(use.rows))}</Fine>}
      </Table.Td>
      <Table.Td visibleFrom="sm" ta="right">
        {use === undefined ? waiting : `${rateText(use.requests_per_second)}/s`}
        {use?.refused ? <Fine>{texts.refused(figure(use.refused))}</Fine> : null}
      </Table.Td>
      <Table.Td visibleFrom="md" ta="right">
        {use === undefined ? waiting : `${rateText(use.database_percent)} %`}
      </Table.Td>
      <Table.Td visibleFrom="lg" ta="right">
        {use === undefined ? waiting : figure(use.alerts_last_hour)}
      </Table.Td>
      <Table.Td visibleFrom="md">
        {use === undefined ? waiting : <LastActive at={use.last_activity_at} />}
      </Table.Td>
    </>
  );
}

function LastActive({ at }: { readonly at: string | null }) {
  if (at === null) return <Faded>{texts.never}</Faded>;
  return (
    <time dateTime={at} title={at} style={{ whiteSpace: "nowrap" }}>
      {ago(at)}
    </time>
  );
}

function Actions({
  of: organization,
  ask,
}: {
  readonly of: OrganizationDetail;
  readonly ask: (act: Act) => void;
}) {
  const { suspension, deletion } = organization;
  const item = (name: Act["name"], text: string) => (
    <Menu.Item onClick={() => ask({ name, organization })}>{text}</Menu.Item>
  );
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <QuietButton aria-label={texts.actionsOn(organization.name)}>{texts.actions}</QuietButton>
      </Menu.Target>
      <Menu.Dropdown>
        {item("edit", texts.nameAndPlan)}
        {item("quotas", texts.quotas)}
        {item("export", texts.exportNow)}
        <Menu.Divider />
        {suspension === null ? item("suspend", texts.suspendBegun) : item("lift", texts.liftTheSuspension)}
        {deletion === null ? item("delete", texts.deleteNowBegun) : item("keep", texts.takeTheDeletionBack)}
      </Menu.Dropdown>
    </Menu>
  );
}
