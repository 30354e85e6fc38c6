/** The strip of time over all of Now: alerts, incidents and changes on one line of time. A drag narrows the page. */
import { Group, Paper, VisuallyHidden } from "@mantine/core";
import { type PointerEvent, useRef, useState } from "react";
import { figure } from "../../../src/kernel/readable.ts";
import type { Timeline, TimelineAlert } from "../../api/timeline-shapes.ts";
import { QuietButton, SmallButton } from "../buttons.tsx";
import { Fine } from "../text.tsx";
import { exactMinute, useTimeZone } from "../time.tsx";
import { hourMarks } from "./hours.ts";
import { draggedSpan, placeOf, type Span } from "./span.ts";
import * as texts from "./texts.ts";

interface StripProps {
  readonly timeline: Timeline;
  /** What the page is narrowed to. */
  readonly span: Span | undefined;
  readonly set: (span: Span | undefined) => void;
}

/** A shorter drag is a click that slipped. */
const leastShare = 0.004;

export function Strip({ timeline, span, set }: StripProps) {
  const zone = useTimeZone();
  const [drag, setDrag] = useState<readonly [number, number]>();
  const tracks = useRef<HTMLDivElement>(null);
  const placeAt = ({ clientX }: PointerEvent) => {
    const { left, width } = tracks.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    return Math.min(1, Math.max(0, (clientX - left) / width));
  };
  const chosen = drag ?? (span && [placeOf(span.since, timeline), placeOf(span.until, timeline)]);
  const finish = () => {
    if (drag !== undefined && Math.abs(drag[1] - drag[0]) >= leastShare) set(draggedSpan(timeline, drag));
    setDrag(undefined);
  };
  return (
    <Paper component="section" aria-label={texts.time} p="sm" className="time-strip">
      <div
        ref={tracks}
        className="time-tracks"
        title={texts.strip}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          const place = placeAt(event);
          setDrag([place, place]);
        }}
        onPointerMove={(event) => {
          if (drag !== undefined) setDrag([drag[0], placeAt(event)]);
        }}
        onPointerUp={finish}
        onPointerCancel={() => setDrag(undefined)}
      >
        <Tracks timeline={timeline} />
        {hourMarks(timeline, zone).map(({ at, label }) => (
          <span key={at} className="hour" style={{ left: `${placeOf(at, timeline) * 100}%` }}>
            {label}
          </span>
        ))}
        {chosen === undefined ? null : <Chosen places={chosen} />}
      </div>
      <Group justify="space-between" mt={6} gap="xs">
        <Fine>
          {span === undefined
            ? texts.theLast24Hours
            : texts.to(exactMinute(span.since, zone), exactMinute(span.until, zone))}
          {` · ${zone}`}
        </Fine>
        <Group gap={4}>
          <LastHours hours={1} timeline={timeline} set={set} />
          <LastHours hours={6} timeline={timeline} set={set} />
          {span === undefined ? null : (
            <QuietButton size="compact-xs" onClick={() => set(undefined)}>
              {texts.all24Hours}
            </QuietButton>
          )}
        </Group>
      </Group>
    </Paper>
  );
}

/** The same without a mouse. */
function LastHours({ hours, timeline, set }: Omit<StripProps, "span"> & { readonly hours: number }) {
  const { until } = timeline;
  const since = new Date(Date.parse(until) - hours * 3_600_000).toISOString();
  return (
    <SmallButton size="compact-xs" onClick={() => set(draggedSpan({ since, until }, [0, 1]))}>
      {texts.lastHours(hours)}
    </SmallButton>
  );
}

function Chosen({ places: [one, other] }: { readonly places: readonly [number, number] }) {
  const left = Math.min(one, other);
  return (
    <span
      className="time-chosen"
      style={{ left: `${left * 100}%`, width: `${Math.abs(other - one) * 100}%` }}
      aria-hidden
    />
  );
}

function Tracks({ timeline }: { readonly timeline: Timeline }) {
  const { alerts, alerts_total, incidents, changes, changes_total } = timeline;
  return (
    <>
      <Track label={texts.alerts} count={alerts_total}>
        {alerts.map((alert, index) => (
          <Bar
            key={alert.id}
            line={index % lines}
            timeline={timeline}
            began={alert.began}
            ended={alert.ended}
            tone={toneOf(alert)}
          />
        ))}
      </Track>
      <Track label={texts.incidents} count={incidents.length}>
        {incidents.map(({ id, began, ended, impact }) => (
          <Bar
            key={id}
            timeline={timeline}
            began={began}
            ended={ended}
            tone={impact === "maintenance" ? "quiet" : "bad"}
          />
        ))}
      </Track>
      <Track label={texts.deploys} count={timeline.deploys_total}>
        {timeline.deploys.map(({ service, at, allowed }) => (
          <rect
            key={`${at} ${service} ${allowed}`}
            data-tone={allowed ? "good" : "bad"}
            x={placeOf(at, timeline) * width}
            y={2}
            width={2}
            height={12}
          />
        ))}
      </Track>
      <Track label={texts.changes} count={changes_total}>
        {changes.map(({ sequence, at }) => (
          <rect
            key={sequence}
            className="time-tick"
            x={placeOf(at, timeline) * width}
            y={2}
            width={1.5}
            height={12}
          />
        ))}
      </Track>
    </>
  );
}

/** Alerts at the same time stand below each other, as far as there is room. */
const lines = 4;

/** Of the drawing, which is stretched over whatever width there is. */
const width = 1_000;

interface TrackProps {
  readonly label: string;
  readonly count: number;
  readonly children: readonly React.ReactNode[];
}

function Track({ label, count, children }: TrackProps) {
  return (
    <div className="time-track">
      <span className="time-track-name" aria-hidden>
        {label}
      </span>
      <svg viewBox={`0 0 ${width} 16`} preserveAspectRatio="none" aria-hidden>
        {children}
      </svg>
      <VisuallyHidden>
        {label}: {figure(count)}.
      </VisuallyHidden>
    </div>
  );
}

interface BarProps {
  readonly timeline: Timeline;
  readonly began: string;
  readonly ended: string | null;
  readonly tone: string;
  /** One of the lines that share a track; the whole track where it is left out. */
  readonly line?: number;
}

function Bar({ timeline, began, ended, tone, line }: BarProps) {
  const from = placeOf(began, timeline) * width;
  const to = placeOf(ended, timeline) * width;
  return (
    <rect
      data-tone={tone}
      x={from}
      y={line === undefined ? 3 : 1 + line * 3.75}
      width={Math.max(2, to - from)}
      height={line === undefined ? 10 : 2.75}
    />
  );
}

/** An alert without a severity counts as critical, as it does to those who are notified. */
function toneOf({ severity }: TimelineAlert): string {
  return severity === null || severity === "critical" || severity === "error" ? "bad" : "warning";
}
