/** One alert in a list: how urgent, what, since when, and what can be done about it. */
import { Badge, type BadgeProps, Group, Table, Text } from "@mantine/core";
import type { Alert } from "../../api/alert-shapes.ts";
import { useHere } from "../../shell/session.ts";
import { alertPath } from "../paths.ts";
import { Status } from "../status.tsx";
import { Fine, LinkTo } from "../text.tsx";
import { ago } from "../time.tsx";
import { words } from "../words.ts";
import { ControlButtons, type Controls } from "./controls.tsx";
import * as texts from "./texts.ts";
import { ageOf, reachedTones, severityTones } from "./words.ts";

export function SeverityMark({ severity }: Pick<Alert, "severity">) {
  return <Status tone={severityTones[severity ?? "unknown"]} label={words(severity ?? "unknown")} />;
}

export function Marks({
  alert: { status, reached, muted_by, withheld, acknowledged_by, resolved_at },
  inTable = false,
}: {
  /** Whether a column says next to it who was reached, where there is room for one. */
  readonly inTable?: boolean;
  readonly alert: Pick<
    Alert,
    "status" | "reached" | "muted_by" | "withheld" | "acknowledged_by" | "resolved_at"
  >;
}) {
  return (
    <>
      {reached.status === "nobody" ? (
        <Mark text={texts.reachedNobody} whole {...(inTable ? { hiddenFrom: "md" } : {})} />
      ) : null}
      {muted_by === null ? null : <Mark text={texts.muted} />}
      {withheld.some(({ reason }) => reason === "inhibited") ? <Mark text={texts.keptBack} /> : null}
      {status === "acknowledged" ? (
        <Mark text={texts.acknowledgedBy(acknowledged_by ?? texts.somebody)} />
      ) : null}
      {resolved_at === null ? null : <Mark text={texts.ended(ago(resolved_at))} />}
    </>
  );
}

interface MarkProps extends Pick<BadgeProps, "hiddenFrom"> {
  readonly text: string;
  /** It is never cut: what stands next to it is. */
  readonly whole?: boolean;
}

function Mark({ text, whole = false, ...badge }: MarkProps) {
  const style = whole ? { flex: "none" } : {};
  return (
    <Badge variant="default" size="sm" tt="none" fw={500} radius="sm" maw="100%" style={style} {...badge}>
      {text}
    </Badge>
  );
}

interface AlertRowProps {
  readonly alert: Alert;
  readonly controls: Controls;
  readonly now: number;
  /** Nothing is known of it any more, and it only keeps its place. */
  readonly gone: boolean;
}

export function AlertRow({ alert, controls, now, gone }: AlertRowProps) {
  const here = useHere();
  const { id, title, service, severity, routes, labels, muted_by, pages } = alert;
  const about = [
    service,
    labels.alertname === title ? undefined : labels.alertname,
    labels.instance,
    routes.map(({ name }) => name).join(", "),
    ...pages.filter(({ outcome }) => outcome === null).map(({ email }) => texts.pages(email)),
  ].filter((part) => part !== null && part !== undefined && part !== "");
  return (
    <Table.Tr className="way alert" data-tone={severityTones[severity ?? "unknown"]} data-row={id}>
      <Table.Td visibleFrom="sm" w={112}>
        <SeverityMark severity={severity} />
      </Table.Td>
      <Table.Td style={{ maxWidth: 0, width: "100%" }}>
        <LinkTo
          to={alertPath(here.slug, id)}
          fw={550}
          lineClamp={2}
          data-alert={id}
          {...(muted_by === null && !gone ? {} : { c: "dimmed" })}
        >
          {title}
        </LinkTo>
        <Group gap={6} wrap="nowrap">
          <Text span size="xs" hiddenFrom="sm" style={{ flex: "none" }}>
            {words(severity ?? "unknown")}
          </Text>
          {gone ? <Mark text={texts.notOpenAnyMore} /> : <Marks alert={alert} inTable />}
          <Fine className="clip">{about.join(" · ")}</Fine>
        </Group>
      </Table.Td>
      <Table.Td visibleFrom="md" style={{ whiteSpace: "nowrap" }} title={alert.reached.reason ?? undefined}>
        <Status tone={reachedTones[alert.reached.status]} label={texts.reachedWords[alert.reached.status]} />
      </Table.Td>
      <Table.Td ta="right" style={{ whiteSpace: "nowrap" }}>
        <Text span size="sm" component="time" {...{ dateTime: alert.started_at }}>
          {ageOf(alert, now)}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="md" ta="right">
        <Group justify="flex-end">
          {gone ? null : <ControlButtons alert={alert} controls={controls} size="compact-xs" />}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
