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
import { RichText } from "../../parts/rich-text.tsx";
import { Status } from "../../parts/status.tsx";
import { Fine } from "../../parts/text.tsx";
import { Moment } from "../../parts/time.tsx";
import { oneOf, words } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";

export function Receivers({ facts: { service, takers: receivers } }: { readonly facts: ServiceFacts }) {
  const here = useHere();
  const { kinds } = useDefinitions();
  const route = kinds.find(({ kind }) => kind === kindNames.route);
  const routed = receivers.some(
    ({ kind, behind, unreachable }) => kind === kindNames.route && behind === null && unreachable === null,
  );
  return (
    <section aria-label={texts.whoIsNotifiedOfItsAlerts}>
      {routed ? null : (
        <Text size="sm" mb="sm" component="div">
          <Status tone="warning" label={texts.noRouteTakesItsAlerts} />
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
              {texts.addOne(oneOf(route))}
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
          <RichText of={texts.mutesAlertsUntil} what={what} moment={<Moment at={expires_at} />} />
        </Fine>
      )}
    </div>
  );
}

/** Which alerts it takes, in a sentence. */
function saidOf({ named, conditions, behind, unreachable }: Receiver): string {
  const which = named ? texts.alertsOfThisService : texts.alertsOfAnyService;
  const takes =
    conditions.length === 0 ? texts.takesAll(which) : texts.takesWith(which, conditions.join(texts.and));
  if (unreachable !== null) return texts.butItIs(takes, unreachable.message);
  return behind === null ? takes : texts.neverReachedTakesThemBefore(takes, behind);
}
