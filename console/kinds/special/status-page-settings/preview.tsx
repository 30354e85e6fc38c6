/** The real page in a frame, as it would be with what stands in the form. Nothing is published by looking at it. */
import { Group, Modal, SegmentedControl } from "@mantine/core";
import { useDebouncedValue, useElementSize } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import type { JsonObject } from "../../../../src/kernel/validate.ts";
import { SmallButton } from "../../../parts/buttons.tsx";
import { Card } from "../../../parts/card.tsx";
import { Fine } from "../../../parts/text.tsx";
import { useHere } from "../../../shell/session.ts";
import * as texts from "./texts.ts";

const pages = [
  { value: "page", label: texts.page },
  { value: "history", label: texts.history },
  { value: "subscribe", label: texts.subscribe },
] as const;
const withPassword = [...pages, { value: "password", label: texts.password }] as const;

const screens = [
  { value: "390", label: texts.phone },
  { value: "1100", label: texts.desktop },
] as const;

interface PreviewProps {
  /** What differs from what is saved. */
  readonly draft: JsonObject;
  /** Whether it has a page that asks for its password. */
  readonly closed: boolean;
}

/** While somebody types, the page follows a moment later. */
const pauseMs = 400;

export function PagePreview({ draft, closed }: PreviewProps) {
  const [page, setPage] = useState<string>("page");
  const [screen, setScreen] = useState<string>("390");
  const [large, setLarge] = useState(false);
  const [settings] = useDebouncedValue(JSON.stringify(draft), pauseMs);
  return (
    <Card title={texts.preview} about={texts.thePageAsItWould} gap="xs">
      <Group gap="xs" mb="sm" justify="space-between">
        <SegmentedControl
          size="xs"
          aria-label={texts.page}
          data={[...(closed ? withPassword : pages)]}
          value={page}
          onChange={setPage}
        />
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={texts.screen}
            data={[...screens]}
            value={screen}
            onChange={setScreen}
          />
          <SmallButton onClick={() => setLarge(true)}>{texts.larger}</SmallButton>
        </Group>
      </Group>
      <Frame settings={settings} page={page} width={Number(screen)} height={620} />
      <Fine mt={6}>{texts.itsLinksLeadNowhereHere}</Fine>
      {large ? (
        <Modal opened onClose={() => setLarge(false)} title={texts.preview} size={1160}>
          <Frame settings={settings} page={page} width={Number(screen)} height={720} />
        </Modal>
      ) : null}
    </Card>
  );
}

interface FrameProps {
  /** As JSON. */
  readonly settings: string;
  readonly page: string;
  /** Of the screen, in CSS pixels. */
  readonly width: number;
  /** Of the frame. */
  readonly height: number;
}

/** Each version is loaded behind the one that is shown, so that nothing flashes; the browser's Back leaves the console's page. */
function Frame({ settings, page, width, height }: FrameProps) {
  const here = useHere();
  const form = useRef<HTMLFormElement>(null);
  const { ref, width: room } = useElementSize();
  const [versions, setVersions] = useState<readonly number[]>([0]);
  const latest = versions.at(-1) ?? 0;
  const asked = useRef(`${page} ${settings}`);
  useEffect(() => {
    const now = `${page} ${settings}`;
    if (asked.current === now) return;
    asked.current = now;
    setVersions((all) => [...all.slice(-1), (all.at(-1) ?? 0) + 1]);
  }, [page, settings]);
  useEffect(() => {
    if (form.current === null) return;
    form.current.target = nameOf(latest);
    form.current.submit();
  }, [latest]);
  const scale = room === 0 ? 1 : Math.min(1, room / width);
  return (
    <>
      <form ref={form} method="post" action={`/o/${here.slug}/status-page/preview`} hidden>
        <input type="hidden" name="settings" value={settings} readOnly />
        <input type="hidden" name="page" value={page} readOnly />
      </form>
      <div ref={ref} className="frame" style={{ height }}>
        {versions.map((version) => (
          <iframe
            key={version}
            name={nameOf(version)}
            title={version === latest ? texts.previewOfTheStatusPage : texts.itsVersionBefore}
            aria-hidden={version !== latest}
            tabIndex={version === latest ? 0 : -1}
            style={{
              width,
              height: height / scale,
              transform: `scale(${scale})`,
              left: Math.max(0, (room - width * scale) / 2),
              zIndex: version === latest ? 0 : 1,
            }}
            onLoad={({ currentTarget }) => {
              // A new frame is an empty page first.
              if (currentTarget.contentDocument?.URL === "about:blank") return;
              if (version === latest) setVersions([version]);
            }}
          />
        ))}
      </div>
    </>
  );
}

function nameOf(version: number): string {
  return `status-page-preview-${version}`;
}
