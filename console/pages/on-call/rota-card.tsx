/** A rota: who is on call now and next, what is wrong, and its next four weeks. */

import { Group } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { kindNames } from "../../kinds/names.ts";
import { Card } from "../../parts/card.tsx";
import { later } from "../../parts/in-time.ts";
import { Rows, Soon } from "../../parts/page.tsx";
import { rowPath } from "../../parts/paths.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { Fine, LinkTo } from "../../parts/text.tsx";
import { useHere } from "../../shell/session.ts";
import { daysFrom } from "./calendar.ts";
import { Days } from "./days.tsx";
import { Posts } from "./posts.tsx";
import { Problems } from "./problems.tsx";
import type { RotaProps } from "./shown.ts";
import { Strip } from "./strip.tsx";
import * as texts from "./texts.ts";
import { useReader } from "./use-on-call.ts";

const Subscribe = later(() => import("./subscribe-dialog.tsx"), "Subscribe");

export function RotaCard({ rota, hand }: RotaProps) {
  const { slug } = useHere();
  const { own, ownZone, now } = useReader();
  const narrow = useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false });
  const Weeks = narrow ? Days : Strip;
  return (
    <Card
      title={rota.name}
      gap={4}
      action={
        <Group gap="xs" wrap="nowrap">
          <Soon>
            <Subscribe rota={rota} />
          </Soon>
          <LinkTo to={rowPath(slug, kindNames.rota, rota.id)}>{texts.openIt}</LinkTo>
        </Group>
      }
    >
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
    </Card>
  );
}
