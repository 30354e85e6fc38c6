/** A change that behaviour tests hold back, over whatever page it was made on. */
import { useEffect, useState } from "react";
import { askThrough, type FailedTest } from "../api/overrides.ts";
import { later } from "../parts/in-time.ts";
import { Soon } from "../parts/page.tsx";

const FailedTests = later(() => import("../kinds/special/behaviour-tests/failed-tests.tsx"), "FailedTests");

interface Question {
  readonly tests: readonly FailedTest[];
  readonly answer: (reason: string | undefined) => void;
}

export function HeldBack() {
  const [question, setQuestion] = useState<Question>();
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
