/** The pages for somebody who is not signed in: one card in the middle. */
import { Box, Center, Group, Paper, Text } from "@mantine/core";
import type { ReactNode } from "react";
import * as texts from "./texts.ts";

export function AuthLayout({ width, children }: { readonly width: number; readonly children: ReactNode }) {
  return (
    <Center mih="100vh" p="md" component="main" className="side">
      <Box w="100%" maw={width}>
        <Logo />
        <Paper p="xl" shadow="sm">
          {children}
        </Paper>
      </Box>
    </Center>
  );
}

/** The mark of icon.svg next to the name. */
function Logo() {
  return (
    <Group gap={10} justify="center" mb="lg">
      <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden>
        <rect width="32" height="32" rx="8" fill="var(--mantine-color-accent-7)" />
        <path d="M9 11h14M9 16h9M9 21h14" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" />
        <circle cx="22.5" cy="16" r="2.2" fill="#a5b4fc" />
      </svg>
      <Text fw={650} fz="md" style={{ letterSpacing: "-0.02em" }}>
        {texts.orgconfig}
      </Text>
    </Group>
  );
}
