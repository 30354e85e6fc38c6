/** On call: my next shift, who has each rota now and next, four weeks of it, and what nobody covers. */
import { Button, Group, Stack, Switch } from "@mantine/core";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { kindNames } from "../../kinds/names.ts";
import { PlainButton } from "../../parts/buttons.tsx";
import { Empty } from "../../parts/empty.tsx";
import { later } from "../../parts/in-time.ts";
import { Page, Rows as RowsToCome, Soon } from "../../parts/page.tsx";
import { kindPath, newPath } from "../../parts/paths.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { RichText } from "../../parts/rich-text.tsx";
import { LinkIn, LinkTo } from "../../parts/text.tsx";
import { browserZone } from "../../parts/time.tsx";
import { useHere, useWhoAmI } from "../../shell/session.ts";
import { momentOf } from "./calendar.ts";
import { Mine, shiftsIn } from "./mine.tsx";
import { ManyRotas, Rotas } from "./rotas.tsx";
import * as texts from "./texts.ts";
import type { Handing, RotaSeen } from "./use-on-call.ts";
import { ReaderContext, readerOf, useOnCall, whoseRotas } from "./use-on-call.ts";
import { useRights } from "./use-rights.ts";
import { placeOf } from "./words.ts";
import "./on-call.css";

const HandingDialog = later(() => import("./handing-dialog.tsx"), "HandingDialog");
const Subscribe = later(() => import("./subscribe-dialog.tsx"), "Subscribe");
const LoadView = later(() => import("./load-view.tsx"), "LoadView");
const AwayDialog = later(() => import("./away-dialog.tsx"), "AwayDialog");

/** What the page's address says. */
type Search = Readonly<Partial<Record<"view" | "whose" | "q", string>>>;

export function OnCallPage() {
  const me = useWhoAmI().user.email.toLowerCase();
  const search = useSearch({ strict: false }) as Search;
  const isLoad = search.view === "load";
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  const chosen = whoseRotas.find((one) => one === search.whose);
  const [handing, setHanding] = useState<Handing>();
  // Who could give a shift in return is known of a rota whose shifts are read.
  const open = handing === undefined ? opened : new Map(opened).set(handing.rota.id, true);
  const seen = useOnCall(me, { whose: chosen, opened: open, withoutShifts: isLoad });
  const { rotas, names, now, failed, read } = seen;
  const { admin } = useRights();
  const [own, setOwn] = useState(false);
  const [away, setAway] = useState(false);
  const ownZone = browserZone();
  const mine = shiftsIn(rotas, seen.mine ?? [], now);
  const [next] = mine;
  const minute = Math.floor(now / 60_000) * 60_000;
  const reader = { ...readerOf(rotas, names, me), ownZone, own, now };
  const hasSome = read && rotas.length > 0;
  // What is offered, and on whose clocks, follows from the reader's shifts: nothing is typed before they are there.
  const isKnown = isLoad || seen.mine !== undefined || seen.mineFailed.error !== null;
  return (
    <ReaderContext value={reader}>
      <Page
        title={texts.onCall}
        about={hasSome ? <Lists /> : undefined}
        action={hasSome ? <Acts setAway={setAway} waits={away && !isKnown} /> : undefined}
      >
        <Refusal {...failed} />
        {hasSome ? <Views isLoad={isLoad} /> : null}
        {read || failed.error !== null ? null : <RowsToCome count={6} />}
        {read && rotas.length === 0 ? <None admin={admin} /> : null}
        {hasSome && isLoad ? (
          <Soon>
            <LoadView />
          </Soon>
        ) : null}
        {hasSome && !isLoad ? (
          <Stack gap="md">
            <Mine
              mine={mine}
              known={seen.mine !== undefined}
              failed={seen.mineFailed.error !== null}
              hand={setHanding}
            />
            {rotas.some(({ zone }) => zone !== ownZone) ? (
              <Switch
                label={texts.onMyClock(placeOf(ownZone))}
                checked={own}
                onChange={({ currentTarget }) => setOwn(currentTarget.checked)}
              />
            ) : null}
            <Found
              seen={seen}
              hand={setHanding}
              open={(id, open) => setOpened(new Map(opened).set(id, open))}
            />
          </Stack>
        ) : null}
        <Soon>
          {handing && <HandingDialog of={asRead(handing, rotas)} close={() => setHanding(undefined)} />}
          {away && isKnown ? (
            <AwayDialog
              zone={next?.rota.zone ?? rotas[0]?.zone ?? ownZone}
              shift={
                next && { from: momentOf(Math.max(minute, Date.parse(next.shift.from))), to: next.shift.to }
              }
              close={() => setAway(false)}
            />
          ) : null}
        </Soon>
      </Page>
    </ReaderContext>
  );
}

/** With its rota as it is read by now, which may be more than when the button was pressed. */
function asRead(handing: Handing, rotas: readonly RotaSeen[]): Handing {
  return { ...handing, rota: rotas.find(({ id }) => id === handing.rota.id) ?? handing.rota };
}

/** What can be done on the page, whatever it shows. */
function Acts({
  setAway,
  waits,
}: {
  readonly setAway: (away: boolean) => void;
  /** Whether something was pressed that cannot be shown yet. */
  readonly waits: boolean;
}) {
  const here = useHere();
  const { operates, admin } = useRights();
  return (
    <Group gap="xs">
      {admin ? (
        <PlainButton component={Link} to={newPath(here.slug, kindNames.rota)}>
          {texts.newRota}
        </PlainButton>
      ) : null}
      <Soon>
        <Subscribe />
      </Soon>
      {operates ? (
        <Button loading={waits} onClick={() => setAway(true)}>
          {texts.iAmAway}
        </Button>
      ) : null}
    </Group>
  );
}

/** Between the shifts, and what they ask of people. */
function Views({ isLoad }: { readonly isLoad: boolean }) {
  const views = [
    { title: texts.shifts, search: {}, isHere: !isLoad },
    { title: texts.load, search: { view: "load" }, isHere: isLoad },
  ];
  return (
    <Group component="nav" gap={6} mb="md" aria-label={texts.whichPart}>
      {views.map(({ title, search, isHere }) => (
        <Button
          key={title}
          size="xs"
          variant={isHere ? "light" : "subtle"}
          color={isHere ? "accent" : "gray"}
          component={Link}
          to="."
          {...{ search: search as never }}
          aria-current={isHere ? "page" : undefined}
        >
          {title}
        </Button>
      ))}
    </Group>
  );
}

interface FoundProps {
  readonly seen: ReturnType<typeof useOnCall>;
  readonly hand: (handing: Handing) => void;
  readonly open: (id: string, open: boolean) => void;
}

function Found({ seen: { rotas, many, whose }, hand, open }: FoundProps) {
  const search = useSearch({ strict: false }) as Search;
  const go = useNavigate();
  if (!many) return <Rotas rotas={rotas} hand={hand} />;
  const set = (change: Search) => {
    const next = Object.entries({ ...search, ...change }).filter(([, value]) => value !== "");
    void go({ to: ".", search: Object.fromEntries(next) as never, replace: true });
  };
  return <ManyRotas {...{ rotas, hand, whose, set, open }} text={search.q ?? ""} />;
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
