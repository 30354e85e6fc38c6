/** A change that behaviour tests hold back, or that is asked about first, over whatever page it was made on. */
import { useEffect, useState } from "react";
import { askThrough, confirmThrough, type FailedTest } from "../api/overrides.ts";
import { later } from "../parts/in-time.ts";
import { Soon } from "../parts/page.tsx";

const FailedTests = later(() => import("../kinds/special/behaviour-tests/failed-tests.tsx"), "FailedTests");

const Question = later(() => import("./question.tsx"), "Question");

interface Held {
  readonly tests: readonly FailedTest[];
  readonly answer: (reason: string | undefined) => void;
}

export function HeldBack() {
  const [question, setQuestion] = useState<Held>();
  useEffect(
    () =>
      askThrough(
        (tests) =>
          new Promise((resolve) => {
            setQuestion({
              tests,
              answer: (reason) => {
                setQuestion(undefined);
                resolve(reason);
              },
            });
          }),
      ),
    [],
  );
  return question === undefined ? null : (
    <Soon>
      <FailedTests tests={question.tests} answer={question.answer} />
    </Soon>
  );
}

interface Grave {
  readonly what: string;
  readonly answer: (wanted: boolean) => void;
}

/** What would follow, before it does. */
export function AskedFirst() {
  const [grave, setGrave] = useState<Grave>();
  useEffect(
    () =>
      confirmThrough(
        (what) =>
          new Promise((resolve) => {
            setGrave({
              what,
              answer: (wanted) => {
                setGrave(undefined);
                resolve(wanted);
              },
            });
          }),
      ),
    [],
  );
  return grave === undefined ? null : (
    <Soon>
      <Question what={grave.what} answer={grave.answer} />
    </Soon>
  );
}
