/** In the place of the list, when the page is narrowed to a time: what was open then. */
import { Group, Paper, Title } from "@mantine/core";
import { kindNames } from "../../kinds/names.ts";
import { useHere } from "../../shell/session.ts";
import { alertPath, rowPath, servicePath } from "../paths.ts";
import { Status } from "../status.tsx";
import { LinkTo, Quiet } from "../text.tsx";
import { exactMinute, useTimeZone } from "../time.tsx";
import { words } from "../words.ts";
import type { Happening } from "./span.ts";
import * as texts from "./texts.ts";

export function Happened({ alerts, incidents, deploys }: Omit<Happening, "changes">) {
  const here = useHere();
  return (
    <Paper component="section" aria-label={texts.happened} p="md">
      <Title order={2} fz="md" mb="xs">
        {texts.happened}
      </Title>
      {alerts.length + incidents.length + deploys.length === 0 ? (
        <Quiet>{texts.nothingHappened}</Quiet>
      ) : null}
      <ul className="lines">
        {incidents.map((one) => (
          <Line
            key={one.id}
            {...one}
            to={rowPath(here.slug, kindNames.incident, one.id)}
            tone={one.impact === "maintenance" ? "quiet" : "bad"}
            state={words(one.status)}
          />
        ))}
        {alerts.map((one) => (
          <Line
            key={one.id}
            {...one}
            to={alertPath(here.slug, one.id)}
            tone={one.ended === null ? "bad" : "quiet"}
            state={one.severity === null ? texts.noSeverity : words(one.severity)}
          />
        ))}
        {deploys.map(({ service, at, allowed }) => (
          <Line
            key={`${at} ${service} ${allowed}`}
            to={servicePath(here.slug, service)}
            title={texts.deployOf(service)}
            began={at}
            tone={allowed ? "good" : "warning"}
            state={allowed ? texts.letThrough : texts.held}
          />
        ))}
      </ul>
    </Paper>
  );
}

interface LineProps {
  readonly to: string;
  readonly title: string;
  readonly began: string;
  /** Left out for what takes no time, null for what goes on. */
  readonly ended?: string | null;
  readonly tone: "good" | "warning" | "bad" | "quiet";
  readonly state: string;
}

function Line({ to, title, began, ended, tone, state }: LineProps) {
  const zone = useTimeZone();
  return (
    <li>
      <LinkTo to={to} fw={550} lineClamp={2}>
        {title}
      </LinkTo>
      <Group gap="0 12px" className="need">
        <Status tone={tone} label={state} />
        <span>
          {exactMinute(began, zone)}
          {ended === undefined
            ? ""
            : ended === null
              ? texts.andGoesOn
              : texts.toEnded(exactMinute(ended, zone))}
        </span>
      </Group>
    </li>
  );
}
