/** The pages for somebody who is not signed in: one card in the middle. */
import { Box, Center, Paper } from "@mantine/core";
import type { ReactNode } from "react";
import { Logo } from "./logo.tsx";

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
