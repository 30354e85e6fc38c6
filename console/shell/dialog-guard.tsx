/**
 * What somebody typed in a dialog is not lost unsaid: neither by a step back or a reload, nor by a stray press next to it,
 * by Escape, or by the cross in its corner. Only its own buttons take it away.
 */
import { useBlocker } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { later } from "../parts/in-time.ts";
import { hasAgreedToLeave } from "../parts/leaving.ts";
import { Soon } from "../parts/page.tsx";

const LeaveDialog = later(() => import("../forms/leave-dialog.tsx"), "LeaveDialog");
const DiscardDialog = later(() => import("../forms/leave-dialog.tsx"), "DiscardDialog");

/** What looks for something, such as the palette, and what is good once, such as a code, is no loss. */
const passing = "[role=combobox], [type=search], [autocomplete=one-time-code]";

/** Dialogs in which something was typed; those that were closed are forgotten when it is asked for. */
const typedIn = new Set<Element>();

function note({ target }: Event): void {
  if (!(target instanceof Element) || target.matches(passing)) return;
  const dialog = target.closest("[aria-modal=true]");
  // The form of a row asks by itself.
  if (dialog !== null && dialog.querySelector("form.of-row") === null) typedIn.add(dialog);
}

/** What a field held before it was typed in. */
const began = new WeakMap<Element, string>();

function begin({ target }: Event): void {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
  if (!target.matches(passing) && !began.has(target)) began.set(target, target.value);
}

function hasText(dialog: Element): boolean {
  const fields = dialog.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
  return typedIn.has(dialog) && [...fields].some((one) => (began.get(one) ?? one.value) !== one.value);
}

/** The cross of the dialog that a press or a key would close, where that would lose what was typed. */
function lossBy(event: Event): HTMLElement | undefined {
  if (!(event.target instanceof Element)) return undefined;
  const cross = "button.mantine-Modal-close, button.mantine-Drawer-close";
  const isKey = event instanceof KeyboardEvent;
  if (isKey) {
    // Such as a list that is open, which is closed first.
    const isInside = event.target.matches("[data-mantine-stop-propagation=true]");
    if (event.key !== "Escape" || event.isComposing || isInside) return undefined;
  } else if (event.target.closest(cross) === null) return undefined;
  const dialog = isKey
    ? [...document.querySelectorAll("[aria-modal=true]")].at(-1)
    : event.target.closest("[aria-modal=true]");
  return dialog && hasText(dialog) ? (dialog.querySelector<HTMLElement>(cross) ?? undefined) : undefined;
}

function isTyped(): boolean {
  for (const dialog of typedIn) if (!dialog.isConnected) typedIn.delete(dialog);
  return typedIn.size > 0;
}

function keepFromStrayPress(event: Event): void {
  const isNextTo = event.target instanceof Element && event.target.closest(".mantine-Modal-overlay") !== null;
  if (isNextTo && isTyped()) event.stopPropagation();
}

/** A button of the dialog itself may lead elsewhere once it is done. */
const isStep = ({ action }: { readonly action: string }) =>
  action !== "PUSH" && action !== "REPLACE" && isTyped() && !hasAgreedToLeave();

export function DialogGuard() {
  /** What closes the dialog that somebody is asked about. */
  const [cross, setCross] = useState<HTMLElement>();
  useEffect(() => {
    const ask = (event: Event) => {
      const found = lossBy(event);
      if (found === undefined) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      setCross(found);
    };
    document.addEventListener("input", note, true);
    document.addEventListener("beforeinput", begin, true);
    document.addEventListener("click", keepFromStrayPress, true);
    document.addEventListener("click", ask, true);
    // Of the listeners on the window this one is before those of the dialogs, which come later.
    window.addEventListener("keydown", ask, true);
    return () => {
      document.removeEventListener("input", note, true);
      document.removeEventListener("beforeinput", begin, true);
      document.removeEventListener("click", keepFromStrayPress, true);
      document.removeEventListener("click", ask, true);
      window.removeEventListener("keydown", ask, true);
    };
  }, []);
  const blocker = useBlocker({ shouldBlockFn: isStep, enableBeforeUnload: isTyped, withResolver: true });
  return (
    <Soon>
      {blocker.status === "blocked" ? <LeaveDialog stay={blocker.reset} leave={blocker.proceed} /> : null}
      {cross === undefined ? null : (
        <DiscardDialog
          stay={() => setCross(undefined)}
          leave={() => {
            setCross(undefined);
            const dialog = cross.closest("[aria-modal=true]");
            if (dialog !== null) typedIn.delete(dialog);
            cross.click();
          }}
        />
      )}
    </Soon>
  );
}
