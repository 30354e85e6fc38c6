/** One typeface, one accent, grey for most of the page, and contrast that holds in light and dark. */
import {
  ActionIcon,
  Alert,
  Button,
  type CSSVariablesResolver,
  createTheme,
  Drawer,
  InputWrapper,
  type MantineColorsTuple,
  Modal,
  type ModalProps,
  Paper,
  Table,
  Tooltip,
} from "@mantine/core";
import { useUppermost } from "./parts/uppermost.ts";

const accent: MantineColorsTuple = [
  "#eef0ff",
  "#dfe2fd",
  "#bfc5f7",
  "#a0a9f5",
  "#8590ef",
  "#6f7bea",
  "#5c67e0",
  "#4a53cf",
  "#3f47b8",
  "#343b9e",
];

const grey: MantineColorsTuple = [
  "#f7f8fa",
  "#f0f1f4",
  "#e5e7ec",
  "#d8dbe2",
  "#c1c6d0",
  "#8f96a3",
  "#666d7b",
  "#4b5260",
  "#2f3541",
  "#1a1e27",
];

const dark: MantineColorsTuple = [
  "#d9dce3",
  "#bcc1cc",
  "#a2a8b6",
  "#8a909e",
  "#4b515f",
  "#343944",
  "#262a33",
  "#15181e",
  "#111318",
  "#0c0e12",
];

const tones: Readonly<Record<string, string>> = {
  yellow: "var(--warn)",
  red: "var(--bad)",
  gray: "var(--quiet)",
};

/** A warning is read, and does not shout: text in the page's own colour, on a breath of its tone, which stands at its edge. */
function calm(color: string | undefined) {
  const tone = tones[color ?? ""] ?? "var(--mantine-color-accent-5)";
  return {
    "--alert-bg": `color-mix(in srgb, ${tone} 7%, var(--page))`,
    "--alert-bd": `1px solid color-mix(in srgb, ${tone} 26%, var(--page))`,
    "--alert-color": "var(--mantine-color-text)",
    "--tone": tone,
  };
}

/** What each dialog that is drawn has: a hook of it. */
function useDialog(): Partial<ModalProps> {
  return {
    ...useUppermost(),
    centered: true,
    closeButtonProps: { "aria-label": "Close" },
    overlayProps: { backgroundOpacity: 0.45 },
  };
}

const dialogTitle = { title: { fontWeight: 620, fontSize: "1rem" } };

export const theme = createTheme({
  primaryColor: "accent",
  primaryShade: { light: 7, dark: 7 },
  colors: { accent, gray: grey, dark },
  fontFamily:
    "var(--own-typeface, Inter), system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'JetBrains Mono', Menlo, 'DejaVu Sans Mono', monospace",
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  headings: {
    fontWeight: "620",
    sizes: { h1: { fontSize: "1.375rem" }, h2: { fontSize: "1rem" }, h3: { fontSize: "0.875rem" } },
  },
  components: {
    InputWrapper: InputWrapper.extend({
      defaultProps: { inputWrapperOrder: ["label", "input", "error", "description"] },
    }),
    Paper: Paper.extend({ defaultProps: { withBorder: true, p: "md" } }),
    Modal: { ...Modal.extend({ styles: dialogTitle }), defaultProps: useDialog },
    Drawer: { ...Drawer.extend({ styles: dialogTitle }), defaultProps: useUppermost },
    Table: Table.extend({
      defaultProps: { verticalSpacing: 8, horizontalSpacing: "md", highlightOnHover: true },
    }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 150 } }),
    Alert: Alert.extend({ vars: (_, { color }) => ({ root: calm(color) }) }),
    Button: Button.extend({ defaultProps: { fw: 550 } }),
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: "subtle", color: "gray" } }),
  },
});

export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": "#5c6371",
    "--mantine-color-placeholder": "#676e7c",
    "--mantine-color-error": "#c0262d",
    "--mantine-color-anchor": "#4148c0",
    "--mantine-color-body": "#ffffff",
    "--page": "#ffffff",
    "--side": "#f7f8fa",
    "--line": "#e5e7ec",
    "--good": "#17803d",
    "--warn": "#b45f06",
    "--bad": "#c0262d",
    "--quiet": "#8f96a3",
    "--plus": "#e7f6ec",
    "--minus": "#fdeced",
    "--mark": "#ffe8a3",
    "--hover": "#eceef2",
    "--here": "#e9ebff",
    "--here-text": "#343b9e",
  },
  dark: {
    "--mantine-color-dimmed": "#a2a8b6",
    "--mantine-color-placeholder": "#949aa9",
    "--mantine-color-error": "#ff8f93",
    "--mantine-color-anchor": "#a5aefc",
    "--mantine-color-body": "#15181e",
    "--page": "#15181e",
    "--side": "#111318",
    "--line": "#2b303a",
    "--good": "#5fcf85",
    "--warn": "#f2b155",
    "--bad": "#ff8f93",
    "--quiet": "#8a909e",
    "--plus": "#16301f",
    "--minus": "#3a1c20",
    "--mark": "#5c4a12",
    "--hover": "#22262f",
    "--here": "#262b52",
    "--here-text": "#c9ceff",
  },
});
