/** The browser's part of passkeys, loaded when somebody uses one. */
import type { JsonObject } from "../../src/kernel/validate.ts";
import * as texts from "./texts.ts";

const library = () => import("@simplewebauthn/browser");

/** Whether this browser knows passkeys at all; over plain http it does on this machine only. */
export const hasPasskeys = window.PublicKeyCredential !== undefined;

/** Has an authenticator make a passkey. @throws Error in words for the person */
export async function makePasskey(options: JsonObject): Promise<JsonObject> {
  const { startRegistration } = await library();
  return inWords(() => startRegistration({ optionsJSON: options as never }));
}

/** Has an authenticator answer with one. @throws Error in words for the person */
export async function answerWithPasskey(options: JsonObject): Promise<JsonObject> {
  const { startAuthentication } = await library();
  return inWords(() => startAuthentication({ optionsJSON: options as never }));
}

/** Why it did not come to it, by the browser's name for that. */
const reasons: Readonly<Record<string, string>> = {
  NotAllowedError: texts.nothingWasChosen,
  InvalidStateError: texts.thisDeviceHasAPasskey,
  SecurityError: texts.yourBrowserMakesNoPasskey,
};

async function inWords(work: () => Promise<unknown>): Promise<JsonObject> {
  try {
    return (await work()) as JsonObject;
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    throw new Error(
      reasons[name] ?? `Your browser could not do it${error instanceof Error ? `: ${error.message}` : "."}`,
    );
  }
}
