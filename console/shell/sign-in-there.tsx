/** Where the session does not reach an organization: in the place of its pages, or over one that is open. */
import { Button, Divider, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { OtherOrganization } from "../api/shapes.ts";
import { LeavePage, SignInForm } from "../pages/sign-in/page.tsx";
import { AtProvider, Continue } from "../parts/at-provider.tsx";
import { OverAll } from "../parts/over-all.tsx";
import { Page } from "../parts/page.tsx";
import { useWhoAmI } from "./session.ts";
import * as texts from "./texts.ts";

interface ThereProps {
  readonly there: OtherOrganization;
}

export function SignInThere({ there }: ThereProps) {
  return (
    <Page title={titleOf(there)} pin={false}>
      <Stack maw={there.needs === "second_factor" ? 560 : 380}>
        <WayIn there={there} aside={false} />
      </Stack>
    </Page>
  );
}

/** Over a page that the session reached until now: what was typed there is kept. */
export function SignInThereAgain({ there, leave }: ThereProps & { readonly leave: () => void }) {
  return (
    <OverAll title={titleOf(there)}>
      <Stack>
        <WayIn there={there} aside />
      </Stack>
      <LeavePage leave={leave} />
    </OverAll>
  );
}

function titleOf({ name, needs }: OtherOrganization): string {
  return needs === "second_factor" ? texts.requiresASecondFactor(name) : texts.signInFor(name);
}

interface WayInProps extends ThereProps {
  /** Whether it is done in another tab, because the page below has to stay. */
  readonly aside: boolean;
}

function WayIn({ there, aside }: WayInProps) {
  const { name, needs, sign_in_at: at, by_password: byPassword } = there;
  const { user } = useWhoAmI();
  if (needs === "second_factor")
    return (
      <>
        <Text size="sm">{texts.aPasswordAloneDoes(name, aside)}</Text>
        {aside ? (
          <>
            <Button component="a" href="/account/security" target="_blank">
              {texts.addASecondFactor}
            </Button>
            <Continue />
          </>
        ) : (
          <Button component={Link} to="/account/security" w="fit-content">
            {texts.addASecondFactor}
          </Button>
        )}
      </>
    );
  return (
    <>
      <Text size="sm">{texts.membersOfSign(at, name, aside)}</Text>
      {at === null ? null : <AtProvider name={name} at={at} aside={aside} />}
      {at !== null && byPassword ? <Divider label={texts.orWithAPassword} /> : null}
      {byPassword ? <SignInForm known={user.email} focus={at === null} /> : null}
    </>
  );
}
