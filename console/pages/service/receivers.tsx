/** What decides who is notified: the routes and rules that can take the service's alerts, and the mutes that keep them back. */
import { Anchor, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { useDefinitions } from "../../api/queries.ts";
import type { Receiver, ServiceFacts } from "../../api/service-shapes.ts";
import { kindNames } from "../../kinds/names.ts";
import { equalTo } from "../../parts/alerts/words.ts";
import { SmallButton } from "../../parts/buttons.tsx";
import { newPath, rowPath } from "../../parts/paths.ts";
import { Status } from "../../parts/status.tsx";
import { Fine } from "../../parts/text.tsx";
import { Moment } from "../../parts/time.tsx";
import { oneOf, words } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";

export function Receivers({ facts: { service, takers: receivers } }: { readonly facts: ServiceFacts }) {
  const here = useHere();
  const { kinds } = useDefinitions();
  const route = kinds.find(({ kind }) => kind === kindNames.route);
  const routed = receivers.some(
    ({ kind, behind, unreachable }) => kind === kindNames.route && behind === null && unreachable === null,
  );
  return (
    <section aria-label="Who is notified of its alerts">
      {routed ? null : (
        <Text size="sm" mb="sm" component="div">
          <Status tone="warning" label="No route takes its alerts." />
        </Text>
      )}
      <Stack gap={10}>
        {receivers.map((receiver) => (
          <Line
            key={`${receiver.kind}/${receiver.id}`}
            receiver={receiver}
            definition={kinds.find(({ kind }) => kind === receiver.kind)}
          />
        ))}
        {route === undefined || !here.allows(route.level) ? null : (
          <div>
            <SmallButton
              component={Link}
              to={newPath(here.slug, route.kind)}
              search={{ matchers: equalTo("service", service) } as never}
            >
              Add {oneOf(route)}
            </SmallButton>
          </div>
        )}
      </Stack>
    </section>
  );
}

interface LineProps {
  readonly receiver: Receiver;
  readonly definition: Definition | undefined;
}

function Line({ receiver, definition }: LineProps) {
  const here = useHere();
  const { kind, id, name, expires_at } = receiver;
  const what = words(definition === undefined ? kind : oneOf(definition));
  return (
    <div>
      <Text size="sm" className="clip">
        <Anchor component={Link} to={rowPath(here.slug, kind, id)} inherit fw={550}>
          {name}
        </Anchor>
      </Text>
      {expires_at === null ? (
        <Fine style={{ overflowWrap: "anywhere" }}>
          {what} · {saidOf(receiver)}
        </Fine>
      ) : (
        <Fine>
          {what} · mutes alerts until <Moment at={expires_at} />
        </Fine>
      )}
    </div>
  );
}

/** Which alerts it takes, in a sentence. */
function saidOf({ named, conditions, behind, unreachable }: Receiver): string {
  const which = named ? "alerts of this service" : "alerts of any service";
  const takes =
    conditions.length === 0 ? `takes all ${which}.` : `takes ${which} with ${conditions.join(" and ")}.`;
  if (unreachable !== null) return `${takes} But it is ${unreachable.message}.`;
  return behind === null ? takes : `${takes} Never reached: “${behind}” takes them before.`;
}
