/** What a mute would keep back if it were saved now. */
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { figure } from "../../../src/kernel/readable.ts";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import type { MutePreview } from "../../api/alert-shapes.ts";
import { namedActions } from "../../api/calls.ts";
import { readQuery } from "../../api/queries.ts";
import { useHere } from "../../shell/session.ts";
import { Refusal } from "../refusal.tsx";
import { Fine, Strong } from "../text.tsx";
import * as texts from "./texts.ts";

/** Titles that it names. */
const mostNamed = 5;

/** @param props.mute its pattern or its matchers, as they stand */
export function MutedAlerts({ mute }: { readonly mute: JsonObject }) {
  const here = useHere();
  const [settled] = useDebouncedValue(JSON.stringify(mute), 200, { leading: true });
  const { data, error, isFetching } = useQuery({
    ...readQuery<MutePreview>(here.slug, namedActions.previewAlertMute, JSON.parse(settled)),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const more = data === undefined ? 0 : data.count - mostNamed;
  return (
    <div className="preview" aria-live="polite" aria-busy={isFetching}>
      <Refusal error={error} />
      {data === undefined ? null : (
        <>
          <Strong>
            {data.count === 1 ? texts.itMutes1OpenAlert : texts.itMutesOpenAlerts(figure(data.count))}
          </Strong>
          <Fine>{texts.ofTheAlertsThatBegan(data.last_day_count, data.complete)}</Fine>
          <ul className="named">
            {data.data.slice(0, mostNamed).map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
            {more > 0 ? <li>{texts.andMore(more)}</li> : null}
          </ul>
        </>
      )}
    </div>
  );
}
