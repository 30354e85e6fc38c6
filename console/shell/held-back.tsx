/** A change that behaviour tests hold back, or that is asked about first, over whatever page it was made on. */
import { useEffect, useState } from "react";
import { askThrough, confirmThrough } from "../api/overrides.ts";
import { later } from "../parts/in-time.ts";
import { Soon } from "../parts/page.tsx";

const FailedTests = later(() => import("../kinds/special/behaviour-tests/failed-tests.tsx"), "FailedTests");
const Question = later(() => import("./question.tsx"), "Question");

export function HeldBack() {
  const held = useAsked(askThrough);
  return held === undefined ? null : (
    <Soon>
      <FailedTests tests={held.about} answer={held.answer} />
    </Soon>
  );
}

/** What would follow, before it does. */
export function AskedFirst() {
  const grave = useAsked(confirmThrough);
  return grave === undefined ? null : (
    <Soon>
      <Question what={grave.about} answer={grave.answer} />
    </Soon>
  );
}

/** What the person is asked now, and what their answer goes to; undefined where nothing is. */
function useAsked<Q, A>(through: (ask: (about: Q) => Promise<A>) => () => void) {
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
