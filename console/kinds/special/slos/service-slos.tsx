/** A service's SLOs: what is promised, what was kept, and how much of the error budget is left. */
import { Group, Stack, UnstyledButton } from "@mantine/core";
import { useId, useState } from "react";
import type { Json } from "../../../../src/kernel/field.ts";
import { figure, percent } from "../../../../src/kernel/readable.ts";
import type { JsonObject } from "../../../../src/kernel/validate.ts";
import type { Definition } from "../../../../src/surfaces/console/definitions.ts";
import { FiguresOverTime } from "../../../parts/charts/over-time.tsx";
import { Chevron } from "../../../parts/chevron.tsx";
import { Unmeasured } from "../../../parts/engines/unmeasured.tsx";
import { rowPath } from "../../../parts/paths.ts";
import { RichText } from "../../../parts/rich-text.tsx";
import { Status } from "../../../parts/status.tsx";
import { LinkTo, Quiet } from "../../../parts/text.tsx";
import { words } from "../../../parts/words.ts";
import { useHere } from "../../../shell/session.ts";
import type { ServiceRowsProps } from "../../part-props.ts";
import { Age } from "../../state.tsx";
import { Budget, toneOfRow } from "./budget.tsx";
import * as texts from "./texts.ts";

const share = (value: Json | undefined) => (typeof value === "number" ? percent(value) : "—");

export function ServiceSlos({ definition, rows }: ServiceRowsProps) {
  return (
    <Stack gap="lg">
      {rows.map((row) => (
        <Slo key={String(row.id)} definition={definition} row={row} />
      ))}
    </Stack>
  );
}

function Slo({ definition, row }: { readonly definition: Definition; readonly row: JsonObject }) {
  const here = useHere();
  const { name, target_percent, sli_percent, window_days, burn_rate, enabled } = row;
  return (
    <section aria-label={String(name)}>
      <Group justify="space-between" gap="md" wrap="nowrap" align="baseline">
        <LinkTo to={rowPath(here.slug, definition.kind, String(row.id))} fw={550} className="clip">
          {String(name)}
        </LinkTo>
        <span style={{ flex: "none" }}>
          {enabled === false ? (
            <Status tone="quiet" label={texts.off} />
          ) : (
            <State definition={definition} row={row} />
          )}
        </span>
      </Group>
      <Quiet>
        <RichText
          of={texts.overDays}
          sliPercent={typeof sli_percent === "number" ? texts.ofSliPercent(share(sli_percent)) : ""}
          targetPercent={share(target_percent)}
          count={figure(Number(window_days))}
          burnRate={typeof burn_rate === "number" ? texts.burnRateNow(figure(burn_rate)) : ""}
          age={<Age definition={definition} row={row} name="burn_rate" />}
        />
      </Quiet>
      <Budget definition={definition} row={row} />
      <Figures definition={definition} row={row} />
      {enabled === false ? null : <Unmeasured definition={definition} row={row} />}
    </section>
  );
}

function State({ definition, row }: { readonly definition: Definition; readonly row: JsonObject }) {
  const { status = null } = row;
  return <Status tone={toneOfRow(definition, row)} label={words(String(status))} />;
}

/** Its charts, once somebody asks for them: a service may have many SLOs. */
function Figures({ definition, row }: { readonly definition: Definition; readonly row: JsonObject }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <UnstyledButton
        className="fold"
        fz="sm"
        ml={0}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <RichText of={texts.overTime} chevron={<Chevron open={open} />} />
      </UnstyledButton>
      <div id={id}>{open ? <FiguresOverTime definition={definition} id={String(row.id)} /> : null}</div>
    </>
  );
}
