/** The run that a record is a part of, as a way to all that it did. */
import { useHere } from "../shell/session.ts";
import { changesPath } from "./paths.ts";
import { LinkIn } from "./text.tsx";
import * as texts from "./texts.ts";

export function RunLink({ run }: { readonly run: string | null | undefined }) {
  const here = useHere();
  if (!run) return null;
  return (
    <>
      {" · "}
      <LinkIn to={changesPath(here.slug)} search={{ run } as never}>
        {texts.ofRun(run)}
      </LinkIn>
    </>
  );
}
