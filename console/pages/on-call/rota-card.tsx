/** A rota: who is on call now and next, what is wrong, and its next four weeks. */
import { Group, Text, Title, UnstyledButton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useId } from "react";
import { kindNames } from "../../kinds/names.ts";
import { Card } from "../../parts/card.tsx";
import { Chevron } from "../../parts/chevron.tsx";
import { later } from "../../parts/in-time.ts";
import { Rows, Soon } from "../../parts/page.tsx";
import { rowPath } from "../../parts/paths.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { Fine, LinkTo, Quiet } from "../../parts/text.tsx";
import { firstSentence } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";
import { daysFrom } from "./calendar.ts";
import { Days } from "./days.tsx";
import { Chips } from "./person.tsx";
import { Posts } from "./posts.tsx";
import { Problems } from "./problems.tsx";
import { type RotaProps, useShownZone } from "./shown.ts";
import { Strip } from "./strip.tsx";
import * as texts from "./texts.ts";
import { useReader } from "./use-on-call.ts";
import { shortMoment } from "./words.ts";

const Subscribe = later(() => import("./subscribe-dialog.tsx"), "Subscribe");

export function RotaCard(props: RotaProps) {
  return (
    <Card title={props.rota.name} gap={4} action={<Acts rota={props.rota} />}>
      <RotaShown {...props} />
    </Card>
  );
}

/** Of many: a line that says who is on call now, and opens. */
export function RotaLine({ set, ...props }: RotaProps & { readonly set: (open: boolean) => void }) {
  const { rota } = props;
  const id = useId();
  return (
    <li>
      <section aria-label={rota.name} className="rota">
        <div className="rota-head" data-open={rota.open}>
          <Title order={2} fz="sm">
            <UnstyledButton
              className="rota-fold"
              aria-expanded={rota.open}
              aria-controls={id}
              onClick={() => set(!rota.open)}
            >
              <Chevron open={rota.open} />
              {rota.name}
            </UnstyledButton>
          </Title>
          {rota.open ? <Acts rota={rota} /> : <InShort rota={rota} />}
        </div>
        {rota.gap?.why == null || rota.coverage !== undefined ? null : (
          <Text size="sm" c="var(--bad)" className="rota-gap">
            {firstSentence(rota.gap.why)}
          </Text>
        )}
        <div id={id} hidden={!rota.open}>
          {rota.open ? <RotaShown {...props} /> : null}
        </div>
      </section>
    </li>
  );
}

/** Who has each role now. */
function InShort({ rota }: Pick<RotaProps, "rota">) {
  const { posts } = rota;
  const zone = useShownZone(rota);
  if (posts.length === 0) return <Quiet>{texts.noRotation}</Quiet>;
  return (
    <ul className="rota-now" aria-label={texts.nowIn(rota.name)}>
      {posts.map(({ role, people, until }) => (
        <li key={role}>
          <Fine span className="rota-role">
            {role}
          </Fine>
          <Chips people={people.map(({ email }) => email)} />
          {until === null ? null : <Fine span>{texts.untilWhen(shortMoment(until, zone))}</Fine>}
        </li>
      ))}
    </ul>
  );
}

function Acts({ rota }: Pick<RotaProps, "rota">) {
  const { slug } = useHere();
  return (
    <Group gap="xs" wrap="nowrap">
      <Soon>
        <Subscribe rota={rota} />
      </Soon>
      <LinkTo to={rowPath(slug, kindNames.rota, rota.id)}>{texts.openIt}</LinkTo>
    </Group>
  );
}

function RotaShown({ rota, hand }: RotaProps) {
  const { own, ownZone, now } = useReader();
  const narrow = useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false });
  const Weeks = narrow ? Days : Strip;
  return (
    <>
      <Fine mb="xs">
        {own && rota.zone !== ownZone ? texts.ownTimes(ownZone, rota.zone) : texts.timesOf(rota.zone)}
      </Fine>
      <Posts rota={rota} hand={hand} />
      <Refusal {...rota.failed} title={texts.notKnown} />
      <Problems rota={rota} hand={hand} />
      {rota.shifts === undefined ? (
        rota.failed.error === null ? (
          <Rows count={3} />
        ) : null
      ) : (
        <Weeks rota={rota} hand={hand} days={daysFrom(now, rota.zone)} />
      )}
    </>
  );
}
