/** What the organization's plan includes. */
import { Paper, Table } from "@mantine/core";
import { plans } from "../../../src/kernel/access.ts";
import { Page } from "../../parts/page.tsx";
import { Status } from "../../parts/status.tsx";
import { Quiet } from "../../parts/text.tsx";
import { words } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";

const features = [
  [texts.console, () => true],
  [texts.auditLog, () => true],
  [texts.configurationApiTerraformExportOver, (plan: string) => plan === "business"],
  [texts.mcpServerKeysAndAccess, (plan: string) => plan === "business"],
] as const;

export function PlanPage() {
  const here = useHere();
  return (
    <Page title={texts.organizationPlan} about={texts.thisOrganization(words(here.plan))}>
      <Paper p={0} className="form" style={{ overflowX: "auto" }}>
        <Table horizontalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{texts.includes}</Table.Th>
              {plans.map((plan) => (
                <Table.Th key={plan} scope="col">
                  {words(plan)}
                  {plan === here.plan ? " ✓" : ""}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {features.map(([title, includes]) => (
              <Table.Tr key={title}>
                <Table.Th
                  scope="row"
                  fw={400}
                  fz="sm"
                  c="var(--mantine-color-text)"
                  style={{ whiteSpace: "normal" }}
                >
                  {title}
                </Table.Th>
                {plans.map((plan) => (
                  <Table.Td key={plan}>
                    <Status
                      tone={includes(plan) ? "good" : "quiet"}
                      label={includes(plan) ? texts.yes : texts.no}
                    />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
      {here.plan === "business" ? null : <Quiet mt="md">{texts.onThePlanKeys(words(here.plan))}</Quiet>}
    </Page>
  );
}
