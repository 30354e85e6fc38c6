/** A change that behaviour tests or change policies hold back, or that is asked about first, over whatever page it was made on. */
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { type AskedBy, holding, overriding, wanting } from "../api/overrides.ts";
import { later } from "../parts/in-time.ts";
import { Soon } from "../parts/page.tsx";
import { proposalPath } from "../parts/paths.ts";
import { useOrganization } from "./session.ts";

const FailedTests = later(() => import("../kinds/special/behaviour-tests/failed-tests.tsx"), "FailedTests");
const ProposeDialog = later(() => import("../parts/proposals/propose-dialog.tsx"), "ProposeDialog");
const Question = later(() => import("./question.tsx"), "Question");

export function Questions() {
  return (
    <>
      <HeldBack />
      <AskedFirst />
    </>
  );
}

function HeldBack() {
  const failing = useAsked(overriding);
  const held = useAsked(holding);
  const go = useNavigate();
  const here = useOrganization();
  if (failing !== undefined)
    return (
      <Soon>
        <FailedTests tests={failing.about} answer={failing.answer} />
      </Soon>
    );
  if (held === undefined || here === undefined) return null;
  const { about, answer } = held;
  return (
    <Soon>
      <ProposeDialog
        {...about}
        close={() => answer(undefined)}
        breakGlass={(breakGlass) => answer({ breakGlass })}
        onProposed={(proposal) => {
          answer({ proposal });
          // What was typed on the page is in the proposal.
          void go({ to: proposalPath(here.slug, proposal.id), ignoreBlocker: true });
        }}
      />
    </Soon>
  );
}

/** What would follow, before it does. */
function AskedFirst() {
  const grave = useAsked(wanting);
  return grave === undefined ? null : (
    <Soon>
      <Question what={grave.about} answer={grave.answer} />
    </Soon>
  );
}

/** What the person is asked now, and what their answer goes to; undefined where nothing is. */
function useAsked<Q, A>({ through }: AskedBy<Q, A>) {
  const [asked, setAsked] = useState<{ readonly about: Q; readonly answer: (answer: A) => void }>();
  useEffect(
    () =>
      through(
        (about) =>
          new Promise((resolve) => {
            setAsked({
              about,
              answer: (answer) => {
                setAsked(undefined);
                resolve(answer);
              },
            });
          }),
      ),
    [through],
  );
  return asked;
}
