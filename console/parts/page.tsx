/** The head of every page: its title, one line on what it is, and one primary action at the right. */
import { Box, Group, Skeleton, Stack, Title } from "@mantine/core";
import { type ReactNode, Suspense, useEffect } from "react";
import type { Tone } from "../../src/kernel/field.ts";
import { Pin } from "../shell/pin.tsx";
import { useSaidWhenLoaded } from "./say.tsx";
import { Quiet } from "./text.tsx";
import * as texts from "./texts.ts";

export interface PageProps {
  readonly title: string;
  /** What the browser's tab and a pin call it, where that is not its title. */
  readonly tab?: string;
  /** Of a title that says how things are. */
  readonly tone?: Tone | undefined;
  readonly about?: ReactNode | undefined;
  readonly above?: ReactNode;
  readonly action?: ReactNode;
  /** Whether people can keep it in their menu; not a page that says that there is none. */
  readonly pin?: boolean;
  readonly children: ReactNode;
}

export function Page({ title, tab = title, tone, about, above, action, pin = true, children }: PageProps) {
  useEffect(() => {
    document.title = `${tab} · orgconfig`;
  }, [tab]);
  return (
    <div className="page">
      <Box mb="lg">
        {above === undefined ? null : <Box mb={6}>{above}</Box>}
        <Group justify="space-between" align="flex-start" gap="sm">
          <Group gap={6} wrap="nowrap" className="page-title" style={{ flex: "1 1 180px", minWidth: 0 }}>
            {tone === undefined ? null : <span className="dot big" data-tone={tone} aria-hidden />}
            <Title order={1} style={{ overflowWrap: "anywhere" }}>
              {title}
            </Title>
            {pin ? <Pin title={tab} /> : null}
          </Group>
          {action}
        </Group>
        {about === undefined ? null : (
          <Quiet mt={4} component="div" style={{ textWrap: "pretty" }}>
            {about}
          </Quiet>
        )}
      </Box>
      {children}
    </div>
  );
}

/** Rows to come, in the height that they will have. */
export function Rows({ count = 6 }: { readonly count?: number }) {
  useSaidWhenLoaded(texts.loadingEnded);
  return (
    <Stack gap={10} role="status" aria-busy aria-label={texts.loading}>
      {Array.from({ length: count }, (_, index) => index).map((index) => (
        <Skeleton key={index} height={34} radius="sm" />
      ))}
    </Stack>
  );
}

/** Around a part that is loaded by itself and takes no room until it is there: it says only that it is to come. */
export function Soon({ children }: { readonly children: ReactNode }) {
  return <Suspense fallback={<span hidden aria-busy />}>{children}</Suspense>;
}
