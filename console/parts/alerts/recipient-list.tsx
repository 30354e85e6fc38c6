/** People and channels that would be notified, each with when and by what. */
import { Group } from "@mantine/core";
import type { Resolution } from "../../api/alert-shapes.ts";
import { Fine, Strong } from "../text.tsx";
import { DeliveryMark, knownReasons } from "./delivery.tsx";
import { inOrderOfTime } from "./recipients.ts";
import * as texts from "./texts.ts";
import { span } from "./words.ts";

export function RecipientList({ recipients }: Pick<Resolution, "recipients">) {
  const inOrder = inOrderOfTime(recipients);
  const known = knownReasons(inOrder);
  return (
    <ul className="lines" aria-label={texts.wouldBeNotified}>
      {inOrder.map(({ target, kind, name, first_at_seconds: after, delivery }, place) => (
        <li key={`${kind} ${target}`}>
          <Group justify="space-between" wrap="nowrap" gap="md" align="baseline">
            <span style={{ minWidth: 0, overflowWrap: "anywhere" }}>
              <Strong span>{target}</Strong> <Fine span>{texts.by(name)}</Fine>
            </span>
            <Fine style={{ flex: "none" }}>
              {after === 0 ? texts.atOnce : texts.after(span(after * 1_000))}
            </Fine>
          </Group>
          <DeliveryMark of={delivery} known={known[place] ?? false} />
        </li>
      ))}
    </ul>
  );
}
