/** At a connector with an engine: keys for its agent and for what sends alerts, each made by one click. */
import { Group } from "@mantine/core";
import type { EngineScope } from "../../../../src/kernel/access.ts";
import { SmallButton } from "../../../parts/buttons.tsx";
import { OneTimeSecretDialog } from "../../../parts/one-time-secret.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { Fine } from "../../../parts/text.tsx";
import { useNewKey } from "../../../parts/use-new-key.ts";
import { useHere } from "../../../shell/session.ts";

interface EngineKey {
  readonly label: string;
  readonly name: string;
  readonly scopes: readonly EngineScope[];
}

/** An engine that sends alerts does so with the key of its agent, unless it is given one of its own. */
function keysOf(connector: string, sendsAlerts: boolean): readonly EngineKey[] {
  const agent = { label: "New agent key", name: `agent of ${connector}` };
  if (!sendsAlerts) return [{ ...agent, scopes: ["engine:agent"] }];
  return [
    { ...agent, scopes: ["engine:agent", "engine:intake"] },
    { label: "New intake key", name: `alerts of ${connector}`, scopes: ["engine:intake"] },
  ];
}

export function EngineKeys({
  id,
  connector,
  sendsAlerts,
}: {
  readonly id: string;
  readonly connector: string;
  readonly sendsAlerts: boolean;
}) {
  const here = useHere();
  const make = useNewKey();
  if (!here.allows("admin") || here.plan !== "business") return null;
  return (
    <>
      <Group gap="xs" mt="md">
        {keysOf(connector, sendsAlerts).map((key) => (
          <SmallButton
            key={key.label}
            loading={make.isPending}
            onClick={() => make.mutate({ name: key.name, scopes: key.scopes, connector_id: id })}
          >
            {key.label}
          </SmallButton>
        ))}
        <Fine>A key for this connector alone. It can neither read nor change the configuration.</Fine>
      </Group>
      <Refusal error={make.error} />
      {make.data === undefined ? null : (
        <OneTimeSecretDialog name={make.data.name} value={make.data.key} what="key" close={make.reset} />
      )}
    </>
  );
}
