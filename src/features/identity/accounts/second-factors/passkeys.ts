/** Passkeys (WebAuthn): what a browser is asked for, and whether its answer is genuine. */
import { isIP } from "node:net";
import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from "@simplewebauthn/server";
import type { UserRecord } from "../../../../engine/ports/accounts.ts";
import { Refusal } from "../../../../kernel/problem.ts";
import type { JsonObject } from "../../../../kernel/validate.ts";
import type { NewPasskey, StoredFactor } from "../factors-store.ts";

/** Who answers, it says alone: a passkey next to a password proves that somebody has it. */
const userVerification = "preferred";
/** Loaded when somebody uses a passkey: it takes longer than all else at the start. */
const library = () => import("@simplewebauthn/server");

export interface Passkeys {
  /** Whether this installation can have passkeys: a browser makes none for an address. */
  readonly possible: boolean;
  /** What `navigator.credentials.create` takes. @param known those that the person has */
  optionsToAdd(user: UserRecord, challenge: string, known: readonly StoredFactor[]): Promise<JsonObject>;
  /** What to store; undefined where the answer is to another challenge, from another site, or not genuine. */
  added(response: JsonObject, challenge: string): Promise<NewPasskey | undefined>;
  /** What `navigator.credentials.get` takes. */
  optionsToSignIn(challenge: string, known: readonly StoredFactor[]): Promise<JsonObject>;
  /** Which one answered, and how often it has; undefined as with `added`. */
  proved(
    response: JsonObject,
    challenge: string,
    known: readonly StoredFactor[],
  ): Promise<{ readonly factor: StoredFactor; readonly signCount: number } | undefined>;
}

/** @param siteUrl where people reach the service: passkeys are for its host name, and its pages alone use them */
export function createPasskeys(siteUrl: string): Passkeys {
  const { origin, hostname } = new URL(siteUrl);
  const possible = isIP(hostname.replace(/^\[|\]$/g, "")) === 0;

  function refuseImpossible(): void {
    if (possible) return;
    throw new Refusal(
      "conflict",
      `Browsers make no passkey for an address, and this installation is at ${hostname}; use an app's codes, or set ORGCONFIG_PUBLIC_URL to a URL with a host name.`,
      { reason: "passkeys_need_host_name" },
    );
  }

  return {
    possible,
    async optionsToAdd({ id, email, name }, challenge, known) {
      refuseImpossible();
      const { generateRegistrationOptions } = await library();
      const options = await generateRegistrationOptions({
        rpName: "orgconfig",
        rpID: hostname,
        userID: new TextEncoder().encode(id),
        userName: email,
        userDisplayName: name,
        challenge: bytesOf(challenge),
        attestationType: "none",
        excludeCredentials: credentialsOf(known),
        authenticatorSelection: { residentKey: "discouraged", userVerification },
      });
      return options as unknown as JsonObject;
    },
    async added(response, challenge) {
      refuseImpossible();
      const { verifyRegistrationResponse } = await library();
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: response as unknown as RegistrationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: hostname,
        requireUserVerification: false,
      }).catch(notGenuine);
      if (!verified || registrationInfo === undefined) return undefined;
      const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
      return { credentialId: id, publicKey: Buffer.from(publicKey), signCount: counter, transports };
    },
    async optionsToSignIn(challenge, known) {
      const { generateAuthenticationOptions } = await library();
      const options = await generateAuthenticationOptions({
        rpID: hostname,
        challenge: bytesOf(challenge),
        allowCredentials: credentialsOf(known),
        userVerification,
      });
      return options as unknown as JsonObject;
    },
    async proved(response, challenge, known) {
      const factor = known.find(({ credentialId }) => credentialId !== null && credentialId === response.id);
      if (factor === undefined) return undefined;
      const { verifyAuthenticationResponse } = await library();
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: response as unknown as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: hostname,
        credential: credentialOf(factor),
        requireUserVerification: false,
      }).catch(notGenuine);
      return verified && authenticationInfo !== undefined
        ? { factor, signCount: authenticationInfo.newCounter }
        : undefined;
    },
  };
}

/** The library throws for whatever is wrong with an answer. */
function notGenuine(): { verified: false; registrationInfo?: never; authenticationInfo?: never } {
  return { verified: false };
}

function bytesOf(challenge: string) {
  return new Uint8Array(Buffer.from(challenge, "base64url"));
}

function credentialsOf(known: readonly StoredFactor[]) {
  return known.flatMap(({ credentialId: id, transports }) =>
    id === null ? [] : [{ id, transports: [...transports] }],
  );
}

function credentialOf({ credentialId, publicKey, signCount, transports }: StoredFactor): WebAuthnCredential {
  return {
    id: credentialId ?? "",
    publicKey: new Uint8Array(publicKey ?? []),
    counter: Number(signCount),
    transports: [...transports],
  };
}
