/** What a test sign-in showed. */
import { Alert, Table } from "@mantine/core";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import type { Json } from "../../../src/kernel/field.ts";
import { send } from "../../api/client.ts";
import type { SsoTest } from "../../api/shapes.ts";
import { Card } from "../../parts/card.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Quiet } from "../../parts/text.tsx";
import { words } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";

/** The test that the address names: the provider sent the browser back with it. */
export function useTest(): UseQueryResult<SsoTest> {
  const here = useHere();
  const { test } = useSearch({ strict: false }) as { readonly test?: string };
  return useQuery({
    queryKey: ["sso-test", here.slug, test ?? ""],
    queryFn: async () => (await send<SsoTest>("test_sso", { org: here.slug }, { id: test })).body,
    enabled: test !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

export function TestResult({ test: { data, error } }: { readonly test: UseQueryResult<SsoTest> }) {
  if (error !== null) return <Refusal error={error} title={texts.theTest} />;
  if (data === undefined || data.status === "waiting") return null;
  if (data.claims === null)
    return (
      <Alert color="red" role="alert" title={texts.theTestSignInFailed}>
        {data.problem}
      </Alert>
    );
  return (
    <Card title={texts.theTestSignInWorked} label={texts.test}>
      {data.problem === null ? null : (
        <Alert color="yellow" mb="sm" title={texts.somebodyLikeThisWould}>
          {data.problem}
        </Alert>
      )}
      <Facts
        facts={[
          { title: texts.roleTitle, value: data.role === null ? "none" : words(data.role) },
          { title: texts.teamsJoined, value: String(data.team_ids.length) },
        ]}
      />
      <Quiet my="sm">{texts.whatTheProviderSays}</Quiet>
      <Table aria-label={texts.claims}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{texts.claim}</Table.Th>
            <Table.Th scope="col">{texts.value}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {Object.entries(data.claims).map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Td className="mono">{name}</Table.Td>
              <Table.Td className="mono" style={{ overflowWrap: "anywhere" }}>
                {shown(value)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}

function shown(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
