/** Why a sign-in at a provider went no further, for the person at the browser. */

interface Explained {
  readonly title: string;
  readonly text: string;
}

const fallback: Explained = {
  title: "You are not signed in",
  text: "The sign-in did not work. Try again; if it happens again, give the number below to whoever runs this service.",
};

const explained: Readonly<Record<string, Explained>> = {
  done: {
    title: "You are signed in",
    text: "Close this tab and go on in the one that you came from.",
  },
  sso_off: {
    title: "There is no such sign-in",
    text: "The organization has no sign-in of its own, or it is switched off. Sign in with your password.",
  },
  sso_expired: {
    title: "This sign-in is over",
    text: "It took longer than ten minutes, was finished before, or began in another browser. Begin again.",
  },
  sso_provider: {
    title: "The provider did not confirm who you are",
    text: "It could not be reached, it refused, or its answer was not valid. Try again; an org admin sees more with the test on the page Sign-in.",
  },
  sso_address: {
    title: "Your address is not confirmed",
    text: "The provider sent no email address for you, or did not say that it is verified. Ask whoever runs the provider.",
  },
  email_domain: {
    title: "Your address is not let in",
    text: "The organization lets in addresses of certain domains only. Ask an org admin.",
  },
  sso_no_role: {
    title: "You have no role here",
    text: "None of your groups at the provider gives you a role in this organization. Ask an org admin to add you to one.",
  },
  sso_not_member: {
    title: "You are not a member",
    text: "The organization lets in people who are invited. Ask an org admin to invite your address.",
  },
  rate_limited: { title: "Too many attempts", text: "Wait a minute, and begin again." },
};

export function explanationOf(reason: string | undefined): Explained {
  return reason !== undefined && Object.hasOwn(explained, reason)
    ? (explained[reason] as Explained)
    : fallback;
}
