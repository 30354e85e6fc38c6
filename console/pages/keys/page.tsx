/** API keys: what each may do, shown once when made, and gone from the next request on when revoked. */
import {
  Alert,
  Anchor,
  Badge,
  Button,
  Checkbox,
  Group,
  Modal,
  Select,
  Stack,
  Table,
  Text,
  TextInput,
} from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Scope } from "../../../src/kernel/access.ts";
import { send } from "../../api/client.ts";
import { keysQuery } from "../../api/queries.ts";
import type { ApiKey } from "../../api/shapes.ts";
import { problemsOf } from "../../forms/context.ts";
import { kindNames } from "../../kinds/names.ts";
import { CardTable, TakeAway } from "../../parts/card-table.tsx";
import { DialogButtons } from "../../parts/dialog-buttons.tsx";
import { Empty } from "../../parts/empty.tsx";
import { expiries, expiryAt } from "../../parts/expiries.ts";
import { Form } from "../../parts/form.tsx";
import { Loading } from "../../parts/loading.tsx";
import { OneTimeSecretDialog } from "../../parts/one-time-secret.tsx";
import { Page } from "../../parts/page.tsx";
import { rowPath } from "../../parts/paths.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { RevokeDialog } from "../../parts/revoke-dialog.tsx";
import { Fine, Strong } from "../../parts/text.tsx";
import { Moment } from "../../parts/time.tsx";
import { useNew } from "../../parts/use-new.ts";
import { useNewKey } from "../../parts/use-new-key.ts";
import { words } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";

export function KeysPage() {
  const here = useHere();
  const client = useQueryClient();
  const [making, setMaking] = useNew();
  const [revoking, setRevoking] = useState<ApiKey>();
  const admin = here.allows("admin");
  const { queryKey } = keysQuery(here.slug);
  const query = useQuery({ ...keysQuery(here.slug), enabled: admin });
  const { data } = query;
  const make = <Button onClick={() => setMaking(true)}>New API key</Button>;
  if (!admin) {
    return (
      <Page title="API keys">
        <Text>Only an Org admin can see and create API keys.</Text>
      </Page>
    );
  }
  return (
    <Page
      title="API keys"
      about="For scripts, Terraform and assistants. Give each job its own key, with only the scopes that it needs."
      action={data?.data.length ? make : null}
    >
      <Loading of={query} />
      {data?.data.length === 0 ? (
        <Empty
          title="No API keys yet"
          about="A key lets a script read or change this organization's configuration."
        >
          {make}
        </Empty>
      ) : null}
      {data?.data.length ? <Keys keys={data.data} revoke={setRevoking} /> : null}
      {making ? <NewKeyDialog close={() => setMaking(false)} /> : null}
      {revoking === undefined ? null : (
        <RevokeDialog
          what="API key"
          name={revoking.name}
          consequence="Every request with this key is refused from now on. This cannot be undone."
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
}: {
  readonly keys: readonly ApiKey[];
  readonly revoke: (key: ApiKey) => void;
}) {
  const here = useHere();
  return (
    <CardTable columns={["Name", "Scopes", ["Last used", "md"], ["Expires", "sm"], ["Created", "lg"]]}>
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
            {key.connector_id === null ? null : (
              <Fine>
                for the connector{" "}
                <Anchor
                  component={Link}
                  to={rowPath(here.slug, kindNames.connector, key.connector_id)}
                  inherit
                >
                  {key.connector_id}
                </Anchor>
              </Fine>
            )}
          </Table.Td>
          <Table.Td visibleFrom="md">
            <Moment at={key.last_used_at} />
          </Table.Td>
          <Table.Td visibleFrom="sm">
            <Moment at={key.expires_at} />
          </Table.Td>
          <Table.Td visibleFrom="lg">
            <Moment at={key.created_at} />
            <Fine className="clip">by {key.created_by}</Fine>
          </Table.Td>
          <Table.Td ta="right" className="tight">
            <TakeAway verb="Revoke" said={`Revoke ${key.name}`} onClick={() => revoke(key)} />
          </Table.Td>
        </Table.Tr>
      ))}
    </CardTable>
  );
}

/** A new key: its scopes explained, config_read alone, and what the plan does not include not offered. */

const explained: readonly { scope: Scope; title: string; about: string }[] = [
  {
    scope: "api:admin",
    title: "Configuration: everything",
    about: "Reads and changes all configuration over HTTP. For Terraform and scripts that write.",
  },
  {
    scope: "api:config_read",
    title: "Configuration: read only",
    about:
      "Reads all configuration and asks the deploy gate. Cannot be combined with other scopes. For pipelines and backups.",
  },
  { scope: "mcp:read", title: "MCP: read", about: "An assistant can read." },
  {
    scope: "mcp:write",
    title: "MCP: operate",
    about: "An assistant can read, mute alerts and write incidents.",
  },
  { scope: "mcp:admin", title: "MCP: everything", about: "An assistant can change all configuration." },
];

/** A scope of this one's kind excludes the others. */
const alone: Scope = "api:config_read";

function NewKeyDialog({ close }: { readonly close: () => void }) {
  const here = useHere();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const [expiry, setExpiry] = useState("90");
  // Every scope there is belongs to the API or to the MCP server, which lower plans do not include.
  const offered = here.plan === "business" ? explained : [];
  const make = useNewKey();
  const problems = problemsOf(make.error);
  const general = problems.size === 0 ? make.error : null;
  const toggle = (scope: Scope, on: boolean) => {
    if (!on) return setScopes(scopes.filter((one) => one !== scope));
    return setScopes(scope === alone ? [alone] : [...scopes.filter((one) => one !== alone), scope]);
  };
  if (make.data !== undefined) {
    return <OneTimeSecretDialog name={name} value={make.data.key} what="key" close={close} />;
  }
  return (
    <Modal opened onClose={close} title="New API key" size="lg">
      {offered.length === 0 ? (
        <Alert color="yellow">
          The plan {words(here.plan)} includes neither the configuration API nor the MCP server, so a key
          would be of no use. The plan Business includes both.
        </Alert>
      ) : (
        <Form submit={() => make.mutate({ name, scopes, expires_at: expiryAt(expiry) })}>
          <Stack>
            <Refusal error={general} />
            <TextInput
              label="Name"
              withAsterisk
              data-autofocus
              placeholder="terraform-ci"
              description="What the key is for. The audit log shows this name with every change."
              value={name}
              error={problems.get("name")}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <Checkbox.Group label="Scopes" withAsterisk error={problems.get("scopes")} value={[...scopes]}>
              <Scopes offered={offered} toggle={toggle} />
            </Checkbox.Group>
            <Select
              label="Expires"
              data={expiries}
              value={expiry}
              allowDeselect={false}
              maw={260}
              error={problems.get("expires_at")}
              description="The organization may limit how long keys are valid."
              onChange={(value) => setExpiry(value ?? "")}
            />
            <DialogButtons mt={0} close={close}>
              <Button type="submit" loading={make.isPending}>
                Create key
              </Button>
            </DialogButtons>
          </Stack>
        </Form>
      )}
    </Modal>
  );
}

interface ScopesProps {
  readonly offered: typeof explained;
  readonly toggle: (scope: Scope, on: boolean) => void;
}

function Scopes({ offered, toggle }: ScopesProps) {
  return (
    <Stack gap="sm" mt={6}>
      {offered.map(({ scope, title, about }) => (
        <Checkbox
          key={scope}
          value={scope}
          label={
            <>
              {title}{" "}
              <Fine span className="mono">
                {scope}
              </Fine>
            </>
          }
          description={about}
          onChange={({ currentTarget }) => toggle(scope, currentTarget.checked)}
        />
      ))}
    </Stack>
  );
}
