/** On call: my next shift, who has each rota now and next, four weeks of it, and what nobody covers. */
import { Button, Group, Stack, Switch } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { kindNames } from "../../kinds/names.ts";
import { PlainButton } from "../../parts/buttons.tsx";
import { Empty } from "../../parts/empty.tsx";
import { later } from "../../parts/in-time.ts";
import { Page, Rows, Soon } from "../../parts/page.tsx";
import { kindPath, newPath } from "../../parts/paths.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { RichText } from "../../parts/rich-text.tsx";
import { LinkIn, LinkTo } from "../../parts/text.tsx";
import { browserZone } from "../../parts/time.tsx";
import { useHere, useWhoAmI } from "../../shell/session.ts";
import { Mine, shiftsOf } from "./mine.tsx";
import { RotaCard } from "./rota-card.tsx";
import * as texts from "./texts.ts";
import type { Handing } from "./use-on-call.ts";
import { ReaderContext, readerOf, useOnCall } from "./use-on-call.ts";
import { useRights } from "./use-rights.ts";
import { placeOf } from "./words.ts";
import "./on-call.css";

const HandingDialog = later(() => import("./handing-dialog.tsx"), "HandingDialog");
const Subscribe = later(() => import("./subscribe-dialog.tsx"), "Subscribe");
const AwayDialog = later(() => import("./away-dialog.tsx"), "AwayDialog");

export function OnCallPage() {
  const here = useHere();
  const me = useWhoAmI().user.email.toLowerCase();
  const { operates, admin } = useRights();
  const { rotas, names, now, failed, read } = useOnCall();
  const [own, setOwn] = useState(false);
  const [handing, setHanding] = useState<Handing>();
  const [away, setAway] = useState(false);
  const ownZone = browserZone();
  const elsewhere = rotas.some(({ zone }) => zone !== ownZone);
  const mine = shiftsOf(rotas, me, now);
  const [next] = mine;
  const reader = { ...readerOf(rotas, names, me), ownZone, own, now };
  return (
    <ReaderContext value={reader}>
      <Page
        title={texts.onCall}
        about={rotas.length === 0 ? undefined : <Lists />}
        action={
          <Group gap="xs">
            {admin && rotas.length > 0 ? (
              <PlainButton component={Link} to={newPath(here.slug, kindNames.rota)}>
                {texts.newRota}
              </PlainButton>
            ) : null}
            {rotas.length > 0 ? (
              <Soon>
                <Subscribe />
              </Soon>
            ) : null}
            {operates && rotas.length > 0 ? (
              <Button onClick={() => setAway(true)}>{texts.iAmAway}</Button>
            ) : null}
          </Group>
        }
      >
        <Refusal {...failed} />
        {read || failed.error !== null ? null : <Rows count={6} />}
        {read && rotas.length === 0 ? <None admin={admin} /> : null}
        {rotas.length === 0 ? null : (
          <Stack gap="md">
            <Mine rotas={rotas} mine={mine} hand={setHanding} />
            {elsewhere ? (
              <Switch
                label={texts.onMyClock(placeOf(ownZone))}
                checked={own}
                onChange={({ currentTarget }) => setOwn(currentTarget.checked)}
              />
            ) : null}
            {rotas.map((rota) => (
              <RotaCard key={rota.id} rota={rota} hand={setHanding} />
            ))}
          </Stack>
        )}
        <Soon>
          {handing === undefined ? null : <HandingDialog of={handing} close={() => setHanding(undefined)} />}
          {away ? (
            <AwayDialog
              zone={next?.rota.zone ?? rotas[0]?.zone ?? ownZone}
              shift={next && { from: next.shift.from, to: next.shift.to }}
              close={() => setAway(false)}
            />
          ) : null}
        </Soon>
      </Page>
    </ReaderContext>
  );
}

/** Where what the page shows is written. */
function Lists() {
  const { slug } = useHere();
  const list = (kind: string) => (words: string) => <LinkIn to={kindPath(slug, kind)}>{words}</LinkIn>;
  return (
    <RichText
      of={texts.shiftsFollowFrom}
      rotas={list(kindNames.rota)}
      overrides={list(kindNames.override)}
      absences={list(kindNames.absence)}
    />
  );
}

function None({ admin }: { readonly admin: boolean }) {
  const { slug } = useHere();
  return (
    <Empty title={texts.noRotasYet} about={texts.whatARotaIs}>
      {admin ? (
        <Stack align="center" gap="sm">
          <Button component={Link} to={newPath(slug, kindNames.rota)}>
            {texts.newRota}
          </Button>
          <LinkTo to={`/o/${slug}/move-in`}>{texts.moveIn}</LinkTo>
        </Stack>
      ) : (
        texts.anAdminMakesIt
      )}
    </Empty>
  );
}
