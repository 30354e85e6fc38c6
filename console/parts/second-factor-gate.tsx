/** Where a password was right and a second factor is asked for, that; else what asks for the password. */
import { Loader } from "@mantine/core";
import { lazy, type ReactNode, Suspense } from "react";
import { Refused } from "../api/client.ts";
import type { SecondFactorProps } from "./second-factor.tsx";
import * as texts from "./texts.ts";

/** Who has none never loads it. */
const SecondFactor = lazy(async () => ({ default: (await import("./second-factor.tsx")).SecondFactor }));

interface GateProps extends Omit<SecondFactorProps, "asked"> {
  /** What the password was refused with, if it was. */
  readonly error: unknown;
  readonly children: ReactNode;
}

export function SecondFactorGate({ error, children, ...step }: GateProps) {
  if (!asksForSecondFactor(error)) return children;
  return (
    <Suspense fallback={<Loader aria-label={texts.loading} />}>
      <SecondFactor key={error.body.challenge} asked={error} {...step} />
    </Suspense>
  );
}

/** Whether the password was right, and is not enough. */
export function asksForSecondFactor(error: unknown): error is Refused {
  return error instanceof Refused && error.body.reason === "second_factor_required";
}
