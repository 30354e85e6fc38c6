/** API keys: what each may do, shown once when made, replaced by a successor, and gone from the next request on when revoked. */
import { Anchor, Badge, Button, Flex, Group, Table, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { keysQuery } from "../../api/queries.ts";
import type { ApiKey } from "../../api/shapes.ts";
import { kindNames } from "../../kinds/names.ts";
import { QuietButton } from "../../parts/buttons.tsx";
import { CardTable, TakeAway } from "../../parts/card-table.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Loading } from "../../parts/loading.tsx";
import { Page } from "../../parts/page.tsx";
import { rowPath } from "../../parts/paths.ts";
import { RevokeDialog } from "../../parts/revoke-dialog.tsx";
import { RichText } from "../../parts/rich-text.tsx";
import { Fine, Strong } from "../../parts/text.tsx";
import { Moment } from "../../parts/time.tsx";
import { useNew } from "../../parts/use-new.ts";
import { useHere } from "../../shell/session.ts";
import { KeyLimits } from "./limits.tsx";
import { NewKeyDialog } from "./new-key.tsx";
import { RotateDialog } from "./rotate.tsx";
import * as texts from "./texts.ts";

export function KeysPage() {
  const here = useHere();
  const client = useQueryClient();
  const [making, setMaking] = useNew();
  const [revoking, setRevoking] = useState<ApiKey>();
  const [rotating, setRotating] = useState<ApiKey>();
  const admin = here.allows("admin");
  const { queryKey } = keysQuery(here.slug);
  const query = useQuery({ ...keysQuery(here.slug), enabled: admin });
  const { data } = query;
  const make = <Button onClick={() => setMaking(true)}>{texts.newApiKey}</Button>;
  if (!admin) {
    return (
      <Page title={texts.apiKeys}>
        <Text>{texts.onlyAnOrgAdminCan}</Text>
      </Page>
    );
  }
  return (
    <Page
      title={texts.apiKeys}
      about={texts.forScriptsTerraformAndAssistants}
      action={data?.data.length ? make : null}
    >
      <Loading of={query} />
      {data?.data.length === 0 ? (
        <Empty title={texts.noApiKeysYet} about={texts.aKeyLetsAScript}>
          {make}
        </Empty>
      ) : null}
      {data?.data.length ? <Keys keys={data.data} revoke={setRevoking} rotate={setRotating} /> : null}
      {making ? <NewKeyDialog close={() => setMaking(false)} /> : null}
      {rotating === undefined ? null : <RotateDialog of={rotating} close={() => setRotating(undefined)} />}
      {revoking === undefined ? null : (
        <RevokeDialog
          what={texts.apiKey}
          name={revoking.name}
          consequence={texts.everyRequestWithThisKey}
          close={() => setRevoking(undefined)}
          revoke={() => send("revoke_api_key", { org: here.slug, id: revoking.id })}
          done={() => client.invalidateQueries({ queryKey })}
        />
      )}
    </Page>
  );
}

function Keys({
  keys,
  revoke,
  rotate,
}: {
  readonly keys: readonly ApiKey[];
  readonly revoke: (key: ApiKey) => void;
  readonly rotate: (key: ApiKey) => void;
}) {
  const here = useHere();
  return (
    <CardTable
      columns={[
        texts.name,
        texts.scopes,
        [texts.lastUsed, "md"],
        [texts.expires, "sm"],
        [texts.created, "lg"],
      ]}
    >
      {keys.map((key) => (
        <Table.Tr key={key.id}>
          <Table.Td>
            <Strong style={{ overflowWrap: "anywhere" }}>{key.name}</Strong>
            <Fine className="mono">{key.prefix}…</Fine>
          </Table.Td>
          <Table.Td>
            <Group gap={4}>
              {key.scopes.map((scope) => (
                <Badge key={scope} variant="default" tt="none" fw={500} className="mono whole">
                  {scope}
                </Badge>
              ))}
            </Group>
            <KeyLimits of={key} />
            {key.connector_id === null ? null : (
              <Fine>
                <RichText
                  of={texts.forTheConnector}
                  connectorId={
                    <Anchor
                      component={Link}
                      to={rowPath(here.slug, kindNames.connector, key.connector_id)}
                      inherit
                    >
                      {key.connector_id}
                    </Anchor>
                  }
                />
              </Fine>
            )}
          </Table.Td>
          <Table.Td visibleFrom="md">
            <Moment at={key.last_used_at} />
            {key.last_used_address === null ? null : <Fine className="mono">{key.last_used_address}</Fine>}
          </Table.Td>
          <Table.Td visibleFrom="sm">
            <Moment at={key.expires_at} />
          </Table.Td>
          <Table.Td visibleFrom="lg">
            <Moment at={key.created_at} />
            <Fine className="clip">{texts.by(key.created_by)}</Fine>
          </Table.Td>
          <Table.Td ta="right" className="tight">
            <Flex gap={4} direction={{ base: "column", sm: "row" }} align="flex-end" justify="flex-end">
              <QuietButton onClick={() => rotate(key)} aria-label={texts.rotateName(key.name)}>
                {texts.rotate}
              </QuietButton>
              <TakeAway verb={texts.revoke} said={texts.revokeName(key.name)} onClick={() => revoke(key)} />
            </Flex>
          </Table.Td>
        </Table.Tr>
      ))}
    </CardTable>
  );
}
