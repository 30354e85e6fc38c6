/** What the organization's plan includes. */
import { Paper, Table } from "@mantine/core";
import { plans } from "../../../src/kernel/access.ts";
import { Page } from "../../parts/page.tsx";
import { Status } from "../../parts/status.tsx";
import { Quiet } from "../../parts/text.tsx";
import { words } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";

const features = [
  ["Console", () => true],
  ["Audit log", () => true],
  ["Configuration API, Terraform, export over HTTP", (plan: string) => plan === "business"],
  ["MCP server: keys and access tokens for assistants", (plan: string) => plan === "business"],
] as const;

export function PlanPage() {
  const here = useHere();
  return (
    <Page
      title="Organization plan"
      about={`This organization is on the plan ${words(here.plan)}. The operator of this installation can change it.`}
    >
      <Paper p={0} className="form" style={{ overflowX: "auto" }}>
        <Table horizontalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Includes</Table.Th>
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
                    <Status tone={includes(plan) ? "good" : "quiet"} label={includes(plan) ? "Yes" : "No"} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
      {here.plan === "business" ? null : (
        <Quiet mt="md">
          On the plan {words(here.plan)}, keys with an api: or mcp: scope are refused, and so are access
          tokens.
        </Quiet>
      )}
    </Page>
  );
}
