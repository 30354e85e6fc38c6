/** What is done within some minutes of a sign-in: where that is too long ago, the person signs in first, and it is done then. */
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Refused } from "../../api/client.ts";
import { messageOf } from "../../parts/refusal.tsx";
import { useWhoAmI } from "../../shell/session.ts";
import { SignInAnew } from "../sign-in/page.tsx";

interface Fresh<Sent> {
  readonly mutate: (sent: Sent) => void;
  readonly reset: () => void;
  readonly isPending: boolean;
  readonly error: unknown;
  /** Stands on the page. */
  readonly dialog: ReactNode;
}

export function useFresh<Result, Sent = void>(
  work: (sent: Sent) => Promise<Result>,
  done: (result: Result) => unknown,
): Fresh<Sent> {
  const { user } = useWhoAmI();
  const { mutate, reset, isPending, error, variables } = useMutation({ mutationFn: work, onSuccess: done });
  const [closed, setClosed] = useState<unknown>();
  const stale = error instanceof Refused && error.body.reason === "fresh_sign_in_required";
  return {
    mutate,
    reset,
    isPending,
    error: stale ? null : error,
    dialog:
      stale && closed !== error ? (
        <SignInAnew
          email={user.email}
          why={messageOf(error).replace(/ \(POST [^)]*\)/, "")}
          done={() => mutate(variables as Sent)}
          close={() => setClosed(error)}
        />
      ) : null,
  };
}
